import type { Line } from '@millrace/contract/api';
import { type Clock, systemClock } from '@millrace/node-kit/clock';

export interface LogSenderOptions {
  /** Resolves once the lines are stored, or once the stage is lost. */
  send(lines: Line[]): Promise<void>;
  clock?: Clock;
  limits?: Partial<LogLimits>;
}

export interface LogLimits {
  /** Pause between the starts of two batches, unless a batch is full. */
  pauseMs: number;
  batchChars: number;
  /** Number of unsent characters above which {@link LogSender.push} makes its caller wait. */
  waitingChars: number;
}

/** Overhead of a line in memory and on the wire, in addition to its text. */
const lineOverheadChars = 48;

const defaultLimits: LogLimits = {
  pauseMs: 30,
  batchChars: 256 * 1024,
  waitingChars: 4 * 1024 * 1024,
};

/** Sends lines in order, one batch at a time: the first batch immediately, then a few dozen a second. */
export class LogSender {
  private readonly options: LogSenderOptions;
  private readonly clock: Clock;
  private readonly limits: LogLimits;
  private waiting: Line[] = [];
  private waitingChars = 0;
  private isClosed = false;
  private sending: Promise<void> | undefined;
  private filled = new AbortController();
  private room: PromiseWithResolvers<void> | undefined;
  private lastSentAtMs = Number.NEGATIVE_INFINITY;
  private sent = 0;

  constructor(options: LogSenderOptions) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    this.limits = { ...defaultLimits, ...options.limits };
  }

  /** Number of stored lines. */
  get sentLines(): number {
    return this.sent;
  }

  /** Resolves immediately if there is room for more lines, otherwise once there is. */
  push(lines: Line[]): Promise<void> | undefined {
    for (const line of lines) {
      this.waiting.push(line);
      this.waitingChars += costOf(line);
    }
    if (this.waiting.length > 0) this.sending ??= this.sendAll();
    if (this.waitingChars >= this.limits.batchChars) this.filled.abort();
    if (this.waitingChars <= this.limits.waitingChars) return undefined;
    this.room ??= Promise.withResolvers();
    return this.room.promise;
  }

  /** Resolves once the lines so far are stored. */
  async flush(): Promise<void> {
    await this.sending;
  }

  /** Resolves once every line is stored. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.filled.abort();
    await this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.pause();
      const batch = this.takeBatch();
      this.lastSentAtMs = this.clock.nowMs();
      await this.options.send(batch);
      this.sent += batch.length;
      if (this.waitingChars <= this.limits.waitingChars) this.makeRoom();
    }
    this.sending = undefined;
  }

  private makeRoom(): void {
    this.room?.resolve();
    this.room = undefined;
  }

  private async pause(): Promise<void> {
    const restMs = this.lastSentAtMs + this.limits.pauseMs - this.clock.nowMs();
    const isFull = this.waitingChars >= this.limits.batchChars;
    if (restMs <= 0 || isFull || this.isClosed) return;
    this.filled = new AbortController();
    await this.clock.wait(restMs, this.filled.signal);
  }

  /** Removes and returns the next batch. A line that is longer than a batch is sent alone. */
  private takeBatch(): Line[] {
    let chars = 0;
    let count = 0;
    for (const line of this.waiting) {
      if (count > 0 && chars + costOf(line) > this.limits.batchChars) break;
      chars += costOf(line);
      count++;
    }
    this.waitingChars -= chars;
    return this.waiting.splice(0, count);
  }
}

function costOf(line: Line): number {
  return line.out.length + lineOverheadChars;
}
