import { matchGlob, mayMatchBelow } from '@millrace/contract/pipeline';
import { TimeSlice } from '../shared/time-slice.ts';

/** How much is looked at before a search gives up. */
const usualMaxEntries = 100_000;

/** The workspace holds more than a search looks at. */
export class TooManyEntries extends Error {
  override name = 'TooManyEntries';
}

/**
 * Says what of a workspace is wanted, by paths without anything in front. There may be many patterns and
 * many paths: others have their turns in between.
 */
export class FileSearch {
  private readonly patterns: readonly string[];
  private readonly maxEntries: number;
  private readonly signal: AbortSignal | undefined;
  private readonly slice = new TimeSlice();
  private entries = 0;

  /** @param signal ends the search: what is asked then rejects */
  constructor(patterns: readonly string[], maxEntries = usualMaxEntries, signal?: AbortSignal) {
    this.patterns = [...new Set(patterns)];
    this.maxEntries = maxEntries;
    this.signal = signal;
  }

  /** The folders, or files, below which everything wanted is; an empty one is the workspace itself. */
  get roots(): string[] {
    const fixed = new Set(this.patterns.map(fixedPart));
    return [...fixed].filter((root) => !parentsOf(root).some((parent) => fixed.has(parent)));
  }

  async mayHold(folder: string): Promise<boolean> {
    for await (const pattern of this.inTurns()) if (mayMatchBelow(pattern, folder)) return true;
    return false;
  }

  async wants(path: string): Promise<boolean> {
    for await (const pattern of this.inTurns()) if (matchGlob(pattern, path)) return true;
    return false;
  }

  /** The patterns that match a path. */
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

  /** Throws {@link TooManyEntries} once too much was looked at. */
  count(): void {
    this.entries++;
    if (this.entries > this.maxEntries) {
      const shown = this.maxEntries.toLocaleString('en');
      throw new TooManyEntries(`there are more than ${shown} files and folders to look at`);
    }
  }
}

/** The names in front of the first that is a pattern. */
function fixedPart(pattern: string): string {
  const names = pattern.split('/');
  const first = names.findIndex((name) => /[*?[{\\]/.test(name));
  return (first < 0 ? names : names.slice(0, first)).filter((name) => name !== '').join('/');
}

function parentsOf(path: string): string[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((_, at) => names.slice(0, at).join('/'));
}
