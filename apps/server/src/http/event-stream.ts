import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

export interface StreamMessage {
  data: string;
  id?: string | number;
  event?: string;
}

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** A reader that takes less than this between two beats stands still. */
const pieceBytes = 64 * 1024;

/** One open event stream. Its writer waits for a slow reader instead of piling messages up. */
export class EventStream {
  /** Aborted when the reader is gone or the server stops. */
  readonly signal: AbortSignal;
  private readonly raw: ServerResponse;
  private readonly closed = new AbortController();
  /** Bytes that the client had not received at the last heartbeat. */
  private heldBytes = 0;

  constructor(raw: ServerResponse, headers: Record<string, string>) {
    this.raw = raw;
    this.signal = this.closed.signal;
    // The end of the connection is that of the stream: in chunks each message would be four writes.
    raw.removeHeader('transfer-encoding');
    raw.writeHead(200, { ...headers, ...streamHeaders });
    raw.write(': ping\n\n');
    raw.on('close', () => this.closed.abort());
  }

  /** False when the reader has to take what it was sent before it gets more. */
  write(frame: Uint8Array): boolean {
    return !this.signal.aborted && this.raw.write(frame);
  }

  /** Resolves when the reader took what it was sent, or is gone. */
  async drained(): Promise<void> {
    while (this.raw.writableNeedDrain && !this.signal.aborted) {
      await once(this.raw, 'drain', { signal: this.signal }).catch(() => {});
    }
  }

  /** Resolves when the reader can take more, or is gone. */
  async send(messages: readonly StreamMessage[]): Promise<void> {
    const frame = frameOf(messages);
    for (let at = 0; at < frame.length && !this.signal.aborted; at += pieceBytes) {
      if (!this.write(frame.subarray(at, at + pieceBytes))) await this.drained();
    }
  }

  /** A sign of life; a reader that took nothing since the one before is let go. */
  beat(): void {
    const held = this.raw.writableLength;
    if (held === 0) this.raw.write(': ping\n\n');
    else if (held === this.heldBytes) this.raw.destroy();
    this.heldBytes = held;
  }

  /** Ends the stream after the events that were already sent. */
  end(): void {
    this.closed.abort();
    this.raw.end();
  }
}

/** Messages as they go over the wire. */
export function frameOf(messages: readonly StreamMessage[]): Buffer {
  return Buffer.from(messages.map(format).join(''));
}

function format({ id, event, data }: StreamMessage): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event ? `event: ${event}\n` : ''}`;
  return `${head}data: ${data}\n\n`;
}
