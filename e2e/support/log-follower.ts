import { setTimeout as delay } from 'node:timers/promises';
import { openStream } from '@millrace/test-support/stream-reader';

const reconnectMs = 50;

export interface LogLine {
  pos: number;
  out: string;
}

/** Follows the log of one step to its end like a browser, and reconnects lost streams. */
export class LogFollower {
  /** All received lines, in order. */
  readonly lines: LogLine[] = [];
  connections = 0;
  readonly ended: Promise<void>;
  private readonly url: string;
  private readonly headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string>, signal: AbortSignal) {
    this.url = url;
    this.headers = headers;
    this.ended = this.follow(signal);
  }

  private async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (await this.readOn().catch(() => false)) return;
      await delay(reconnectMs);
    }
  }

  /** Returns true at the end of the log; rejects if the connection is lost. */
  private async readOn(): Promise<boolean> {
    const last = this.lines.at(-1);
    const stream = await openStream(this.url, {
      ...this.headers,
      ...(last ? { 'last-event-id': String(last.pos) } : {}),
    });
    this.connections++;
    for (;;) {
      const [message] = await stream.take(1);
      if (message?.event === 'error' && message.data === 'eof') return true;
      if (message) this.lines.push(JSON.parse(message.data));
    }
  }
}
