import { matchGlob, mayMatchBelow } from '@millrace/contract/pipeline';
import { TimeSlice } from '@millrace/node-kit/time-slice';

/** Maximum number of entries that a search visits. */
const defaultMaxEntries = 100_000;

/** Thrown if the workspace has more entries than a search visits. */
export class TooManyEntries extends Error {
  override name = 'TooManyEntries';
}

/**
 * Finds the paths of a workspace that match patterns, relative to the workspace. Yields to the event loop,
 * because there may be many patterns and many paths.
 */
export class FileSearch {
  private readonly patterns: readonly string[];
  private readonly maxEntries: number;
  private readonly signal: AbortSignal | undefined;
  private readonly slice = new TimeSlice();
  private entries = 0;

  /** @param signal ends the search: pending and later calls reject */
  constructor(patterns: readonly string[], maxEntries = defaultMaxEntries, signal?: AbortSignal) {
    this.patterns = [...new Set(patterns)];
    this.maxEntries = maxEntries;
    this.signal = signal;
  }

  /** Folders or files that contain all matches; an empty path is the workspace itself. */
  get roots(): string[] {
    const fixed = new Set(this.patterns.map(fixedPart));
    return [...fixed].filter((root) => !parentsOf(root).some((parent) => fixed.has(parent)));
  }

  async mayContain(folder: string): Promise<boolean> {
    for await (const pattern of this.inTurns()) if (mayMatchBelow(pattern, folder)) return true;
    return false;
  }

  async matches(path: string): Promise<boolean> {
    for await (const pattern of this.inTurns()) if (matchGlob(pattern, path)) return true;
    return false;
  }

  /** Returns the patterns that match the path. */
  async patternsOf(path: string): Promise<Set<string>> {
    const found = new Set<string>();
    for await (const pattern of this.inTurns()) if (matchGlob(pattern, path)) found.add(pattern);
    return found;
  }

  private async *inTurns(): AsyncGenerator<string> {
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

/** Returns the leading part of a pattern without wildcards. */
function fixedPart(pattern: string): string {
  const names = pattern.split('/');
  const first = names.findIndex((name) => /[*?[{\\]/.test(name));
  return (first < 0 ? names : names.slice(0, first)).filter((name) => name !== '').join('/');
}

function parentsOf(path: string): string[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((_, at) => names.slice(0, at).join('/'));
}
