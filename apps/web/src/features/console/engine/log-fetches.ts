import type { Line } from '@millrace/contract/api';
import type { LogSource } from './messages.ts';
import { readLog } from './read-log.ts';
import { withQuery } from './with-query.ts';

interface Range {
  /** Negative from the end. */
  from: number;
  to?: number;
}

interface Parts {
  source: LogSource;
  onLines: (lines: Line[]) => void;
  onLoading: (isLoading: boolean, isComplete: boolean) => void;
  onFailure: (error: unknown) => void;
}

/** Fetches a log part by part, one after the other, so that none takes another's lines away. */
export class LogFetches {
  private readonly parts: Parts;
  private fetching = Promise.resolve();
  /** Lines below this were never asked for. */
  private firstWanted = Number.POSITIVE_INFINITY;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** A line that came another way: only what lies before it is missing. */
  noteLine(pos: number): void {
    this.firstWanted = Math.min(this.firstWanted, pos);
  }

  /** The line to begin with is asked for when its turn comes. */
  fetchFrom(from: () => number): void {
    this.enqueue(() => ({ from: from() }));
  }

  /** Fetches the lines before the first loaded one. */
  fetchStart(): void {
    this.enqueue(() => {
      if (this.firstWanted === 0) return null;
      return Number.isFinite(this.firstWanted) ? { from: 0, to: this.firstWanted } : { from: 0 };
    });
  }

  private enqueue(range: () => Range | null): void {
    this.fetching = this.fetching.then(() => this.fetch(range()));
  }

  private async fetch(range: Range | null): Promise<void> {
    if (!range) {
      this.tell(false);
      return;
    }
    const { source, onLines, onFailure } = this.parts;
    const { from, to } = range;
    try {
      this.tell(true);
      await readLog({
        url: withQuery(source.url, { from: String(from), ...(to ? { to: String(to) } : {}) }),
        headers: source.headers,
        onCount: (count) => {
          const first = from < 0 ? Math.max(0, (count ?? 0) + from) : from;
          // A server that does not say how many there are sent them all.
          this.noteLine(count === null ? 0 : first);
        },
        onLines,
      });
      this.tell(false);
    } catch (error) {
      onFailure(error);
    }
  }

  private tell(isLoading: boolean): void {
    this.parts.onLoading(isLoading, this.firstWanted === 0);
  }
}
