import type { Line } from '@millrace/contract/api';
import type { LogSource } from './messages.ts';
import { readLog } from './read-log.ts';
import { withQuery } from './with-query.ts';

interface Range {
  /** Negative values count from the end. */
  from: number;
  to?: number;
}

interface LogFetchesOptions {
  source: LogSource;
  onLines: (lines: Line[]) => void;
  onLoading: (isLoading: boolean, isComplete: boolean) => void;
  onFailure: (error: unknown) => void;
}

/** Fetches ranges of a log in sequence, so that no range is fetched twice. */
export class LogFetches {
  private readonly options: LogFetchesOptions;
  private fetching = Promise.resolve();
  /** Lowest line that was requested or streamed. */
  private firstRequested = Number.POSITIVE_INFINITY;

  constructor(options: LogFetchesOptions) {
    this.options = options;
  }

  /** Records a streamed line, so that only earlier lines are fetched. */
  noteLine(pos: number): void {
    this.firstRequested = Math.min(this.firstRequested, pos);
  }

  /** Fetches the log from a line on. `from` is called when the fetch starts. */
  fetchFrom(from: () => number): void {
    this.enqueue(() => ({ from: from() }));
  }

  /** Fetches the lines before the first loaded one. */
  fetchStart(): void {
    this.enqueue(() => {
      if (this.firstRequested === 0) return null;
      return Number.isFinite(this.firstRequested)
        ? { from: 0, to: this.firstRequested }
        : { from: 0 };
    });
  }

  private enqueue(range: () => Range | null): void {
    this.fetching = this.fetching.then(() => this.fetch(range()));
  }

  private async fetch(range: Range | null): Promise<void> {
    if (!range) {
      this.reportLoading(false);
      return;
    }
    const { source, onLines, onFailure } = this.options;
    const { from, to } = range;
    try {
      this.reportLoading(true);
      await readLog({
        url: withQuery(source.url, { from: String(from), ...(to ? { to: String(to) } : {}) }),
        headers: source.headers,
        onCount: (count) => {
          const first = from < 0 ? Math.max(0, (count ?? 0) + from) : from;
          // A server that does not report the count has sent all lines.
          this.noteLine(count === null ? 0 : first);
        },
        onLines,
      });
      this.reportLoading(false);
    } catch (error) {
      onFailure(error);
    }
  }

  private reportLoading(isLoading: boolean): void {
    this.options.onLoading(isLoading, this.firstRequested === 0);
  }
}
