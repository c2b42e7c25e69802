import { once } from 'node:events';
import { streamHeartbeatMs } from '@millrace/contract/stream';
import type { FastifyReply } from 'fastify';

export interface StreamMessage {
  data: string;
  id?: string | number;
  event?: string;
}

/** One open event stream. Its writer waits for a slow reader instead of piling messages up. */
export class EventStream {
  /** Aborted when the reader is gone or the server stops. */
  readonly signal: AbortSignal;
  private readonly raw: FastifyReply['raw'];
  private readonly closed = new AbortController();

  constructor(reply: FastifyReply) {
    reply.hijack();
    this.raw = reply.raw;
    this.signal = this.closed.signal;
    const inherited = reply.getHeaders();
    this.raw.writeHead(200, {
      ...(inherited as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    });
    this.raw.write(': ping\n\n');
    const heartbeat = setInterval(() => this.raw.write(': ping\n\n'), streamHeartbeatMs);
    this.raw.on('close', () => {
      clearInterval(heartbeat);
      this.closed.abort();
    });
  }

  /** Resolves when the reader can take more; false when it is gone. */
  async send(messages: StreamMessage[]): Promise<boolean> {
    if (this.signal.aborted) return false;
    if (this.raw.write(messages.map(format).join(''))) return true;
    try {
      await once(this.raw, 'drain', { signal: this.signal });
      return true;
    } catch {
      return false;
    }
  }

  /** What was sent before still arrives, nothing after. */
  end(): void {
    this.closed.abort();
    this.raw.end();
  }
}

function format({ id, event, data }: StreamMessage): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event ? `event: ${event}\n` : ''}`;
  return `${head}data: ${data}\n\n`;
}
