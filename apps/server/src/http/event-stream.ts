import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

export interface StreamMessage {
  data: string;
  id?: string | number;
  event?: string;
}

/** Content of a stream. */
export type StreamForm = 'events' | 'text';

export function streamHeaders(form: StreamForm): Record<string, string> {
  const type = form === 'events' ? 'text/event-stream' : 'text/plain';
  return {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  };
}

/** A client that reads less than this between two heartbeats has stalled. */
const pieceBytes = 64 * 1024;

const ping = ': ping\n\n';

/**
 * An open stream. Writers wait for a slow client, so messages do not accumulate in memory. A stream of events has
 * heartbeats, and its last event says that it is complete; one of text is chunked, so that its client notices if it is cut.
 */
export class EventStream {
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
  private readonly raw: ServerResponse;
  private readonly form: StreamForm;
  private readonly closed = new AbortController();
  /** Bytes that the client had not received at the last heartbeat. */
  private unsentBytes = 0;

  constructor(raw: ServerResponse, headers: Record<string, string>, form: StreamForm = 'events') {
    this.raw = raw;
    this.form = form;
    this.signal = this.closed.signal;
    // A stream of events ends with the connection. Chunked encoding would need four writes per message.
    if (form === 'events') raw.removeHeader('transfer-encoding');
    raw.writeHead(200, { ...headers, ...streamHeaders(form) });
    if (form === 'events') raw.write(ping);
    else raw.flushHeaders();
    raw.on('close', () => this.closed.abort());
  }

  /** Returns false if the client must read before more is written. */
  write(frame: Uint8Array): boolean {
    return !this.signal.aborted && this.raw.write(frame);
  }

  /** Resolves when the client has read everything, or has disconnected. */
  async drained(): Promise<void> {
    while (this.raw.writableNeedDrain && !this.signal.aborted) {
      await once(this.raw, 'drain', { signal: this.signal }).catch(() => {});
    }
  }

  /** Resolves when the client can receive more, or has disconnected. */
  async send(frame: Buffer): Promise<void> {
    for (let at = 0; at < frame.length && !this.signal.aborted; at += pieceBytes) {
      if (!this.write(frame.subarray(at, at + pieceBytes))) await this.drained();
    }
  }

  /** Sends a heartbeat. A client that read nothing since the last one is disconnected. */
  beat(): void {
    const unsent = this.raw.writableLength;
    if (unsent === 0) {
      if (this.form === 'events') this.raw.write(ping);
    } else if (unsent === this.unsentBytes) this.raw.destroy();
    this.unsentBytes = unsent;
  }

  /** Ends the stream after what was already sent, before it is complete. */
  end(): void {
    this.closed.abort();
    if (this.form === 'events') this.raw.end();
    else this.raw.destroy();
  }

  /** Ends the stream with everything that belongs to it. */
  complete(): void {
    this.closed.abort();
    this.raw.end();
  }
}

/** Encodes messages as bytes of an event stream. */
export function frameOf(messages: readonly StreamMessage[]): Buffer {
  return Buffer.from(messages.map(format).join(''));
}

function format({ id, event, data }: StreamMessage): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event ? `event: ${event}\n` : ''}`;
  return `${head}data: ${data}\n\n`;
}
