import { matchGlob, mayMatchBelow } from '@millrace/contract/pipeline';

/** How much is looked at before a search gives up. */
const usualMaxEntries = 100_000;

/** The workspace holds more than a search looks at. */
export class TooManyEntries extends Error {
  override name = 'TooManyEntries';
}

/** Says what of a workspace is wanted, by paths without anything in front. */
export class FileSearch {
  private readonly patterns: readonly string[];
  private readonly maxEntries: number;
  private entries = 0;

  constructor(patterns: readonly string[], maxEntries = usualMaxEntries) {
    this.patterns = patterns;
    this.maxEntries = maxEntries;
  }

  /** The folders, or files, below which everything wanted is; an empty one is the workspace itself. */
  get roots(): string[] {
    const fixed = new Set(this.patterns.map(fixedPart));
    return [...fixed].filter((root) => !parentsOf(root).some((parent) => fixed.has(parent)));
  }

  mayHold(folder: string): boolean {
    return this.patterns.some((pattern) => mayMatchBelow(pattern, folder));
  }

  wants(path: string): boolean {
    return this.patterns.some((pattern) => matchGlob(pattern, path));
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
