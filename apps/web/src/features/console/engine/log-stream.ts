import type { Line } from '@millrace/contract/api';
import { openEventStream } from '../../../api/event-stream.ts';
import { withQuery } from './with-query.ts';

const flushMs = 50;
const reopenAfterMs = 3000;

interface LogStreamOptions {
  /** URL of the stream, without `from`. */
  url: string;
  /** Returns the position of the entry to continue with; negative values count from the end. */
  from: () => number;
  onLine: (pos: number) => void;
  /** Receives lines in batches, to avoid a render for each line. */
  onLines: (lines: Line[]) => void;
  onEnd: () => void;
}

/** Receives the lines of a running step. */
export class LogStream {
  private readonly options: LogStreamOptions;
  private live = false;
  private close: (() => void) | undefined;
  private reopenTimer: ReturnType<typeof setTimeout> | undefined;
  private flushTimer: ReturnType<typeof setTimeout> | undefined;
  private pending: Line[] = [];

  constructor(options: LogStreamOptions) {
    this.options = options;
  }

  get isLive(): boolean {
    return this.live;
  }

  setLive(isLive: boolean): void {
    if (isLive === this.live) return;
    this.live = isLive;
    if (isLive) this.open();
    else this.end();
  }

  private open(): void {
    this.close = openEventStream(() => this.address(), {
      onMessage: (data) => this.handleMessage(data),
      isEnd: (data) => data === 'eof',
      onEnd: () => {
        this.flush();
        this.options.onEnd();
        // The step may still be running although its stream has ended.
        this.reopenTimer = setTimeout(() => this.open(), reopenAfterMs);
      },
    });
  }

  private end(): void {
    this.close?.();
    clearTimeout(this.reopenTimer);
    clearTimeout(this.flushTimer);
    this.flush();
  }

  private address(): string {
    this.flush();
    return withQuery(this.options.url, { from: String(this.options.from()) });
  }

  private handleMessage(data: string): void {
    const line = readLine(data);
    if (!line) return;
    this.options.onLine(line.pos);
    this.pending.push(line);
    this.flushTimer ??= setTimeout(() => this.flush(), flushMs);
  }

  private flush(): void {
    this.flushTimer = undefined;
    const lines = this.pending;
    this.pending = [];
    this.options.onLines(lines);
  }
}

function readLine(data: string): Line | null {
  try {
    const line: Partial<Line> | null = JSON.parse(data);
    if (typeof line?.pos !== 'number' || typeof line.out !== 'string') return null;
    return { pos: line.pos, out: line.out, time: line.time ?? 0, line: line.line };
  } catch {
    return null;
  }
}
