import { TimeSlice } from '@millrace/node-kit/time-slice';
import { matchGlob, mayMatchBelowFolder } from '@millrace/pipeline';

/** Maximum number of entries that a search visits. */
const defaultMaxEntries = 100_000;

/** Thrown if the workspace has more entries than a search visits. */
export class TooManyEntries extends Error {
  override name = 'TooManyEntries';
}

/** A pattern as the pipeline has it, and in its shortest form. */
interface Pattern {
  source: string;
  text: string;
}

/** How a pattern matches a path: itself, or a folder that contains it. */
export type PatternMatch = 'path' | 'folder';

/**
 * Finds the paths of a workspace that match patterns, relative to the workspace. A pattern that matches a folder matches
 * everything in it. Yields to the event loop, because there may be many patterns and many paths.
 */
export class FileSearch {
  private readonly patterns: readonly Pattern[];
  private readonly maxEntries: number;
  private readonly signal: AbortSignal | undefined;
  private readonly slice = new TimeSlice();
  private entries = 0;

  /** @param signal ends the search: pending and later calls reject */
  constructor(patterns: readonly string[], maxEntries = defaultMaxEntries, signal?: AbortSignal) {
    this.patterns = [...new Set(patterns)].map((source) => ({ source, text: shorten(source) }));
    this.maxEntries = maxEntries;
    this.signal = signal;
  }

  /** Folders or files that contain all matches; an empty path is the workspace itself. */
  get roots(): string[] {
    const fixed = new Set(this.patterns.map(({ text }) => fixedPart(text)));
    return [...fixed].filter((root) => !parentsOf(root).some((parent) => fixed.has(parent)));
  }

  async mayContain(folder: string): Promise<boolean> {
    for await (const { text } of this.inTurns()) {
      if (mayMatchBelowFolder(text, folder) || matchPath(text, folder)) return true;
    }
    return false;
  }

  async matches(path: string): Promise<boolean> {
    for await (const { text } of this.inTurns()) if (matchPath(text, path)) return true;
    return false;
  }

  /** Returns the patterns that match the path. */
  async patternsOf(path: string): Promise<Map<string, PatternMatch>> {
    const found = new Map<string, PatternMatch>();
    for await (const { source, text } of this.inTurns()) {
      const match = matchPath(text, path);
      if (match) found.set(source, match);
    }
    return found;
  }

  private async *inTurns(): AsyncGenerator<Pattern> {
    for (const pattern of this.patterns) {
      if (this.slice.isOver()) {
        await this.slice.next();
        this.signal?.throwIfAborted();
      }
      yield pattern;
    }
  }

  /** Throws {@link TooManyEntries} if too many entries were visited. */
  count(): void {
    this.entries++;
    if (this.entries > this.maxEntries) {
      const shown = this.maxEntries.toLocaleString('en');
      throw new TooManyEntries(`there are more than ${shown} files and folders to look at`);
    }
  }
}

/** Returns a pattern or path without empty names and `.`. */
function shorten(pattern: string): string {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
  return names.join('/');
}

function matchPath(pattern: string, path: string): PatternMatch | undefined {
  if (path !== '' && matchGlob(pattern, path)) return 'path';
  // The folder of git, which may have credentials, is only part of a pattern that names it.
  if (isOfGit(path) && !isOfGit(pattern)) return undefined;
  if (pattern === '') return 'folder';
  const folders = parentsOf(path).filter((folder) => folder !== '');
  return folders.some((folder) => matchGlob(pattern, folder)) ? 'folder' : undefined;
}

function isOfGit(path: string): boolean {
  return path === '.git' || path.startsWith('.git/');
}

/** Returns the leading part of a pattern without wildcards. */
function fixedPart(pattern: string): string {
  const names = pattern.split('/');
  const first = names.findIndex((name) => /[*?[{\\]/.test(name));
  return (first < 0 ? names : names.slice(0, first)).join('/');
}

function parentsOf(path: string): string[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((_, at) => names.slice(0, at).join('/'));
}
