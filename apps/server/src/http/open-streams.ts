import { callerGone, TooManyError } from '@millrace/contract/api-errors';
import { streamHeartbeatMs } from '@millrace/contract/stream';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StreamLimits } from '../config/stream-limits.ts';
import { addressKey } from '../shared/address-key.ts';
import type { Drain } from './drain.ts';
import { EventStream, type StreamForm } from './event-stream.ts';

/** Kind of events in a stream. */
export type StreamKind = 'builds' | 'logs';

const retryAfterSec = 30;

/** The open event streams: limited in number, with heartbeats, and ended when the server stops. */
export class OpenStreams {
  private readonly limits: StreamLimits;
  private readonly drain: Drain;
  private readonly streams = new Map<EventStream, StreamKind>();
  private readonly counts = new Map<string, number>();

  constructor(app: FastifyInstance, limits: StreamLimits, drain: Drain) {
    this.limits = limits;
    this.drain = drain;
    const heartbeat = setInterval(() => void this.beat(), streamHeartbeatMs);
    const endAll = () => {
      for (const stream of this.streams.keys()) stream.end();
    };
    drain.signal.addEventListener('abort', endAll);
    app.addHook('preClose', async () => {
      clearInterval(heartbeat);
      endAll();
    });
  }

  /**
   * Opens a stream. Throws {@link TooManyError} if there are too many, 503 if the server is stopping, and 499
   * if the client has already disconnected, because its stream would never end.
   */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, kind, form }: { userId: number | undefined; kind: StreamKind; form?: StreamForm },
  ): EventStream {
    this.drain.refuse();
    if (reply.raw.destroyed) throw callerGone();
    const callerKeys = [`address ${addressKey(request.ip)}`];
    if (userId !== undefined) callerKeys.push(`account ${userId}`);
    this.requireRoom(callerKeys);
    const headers = reply.getHeaders() as Record<string, string>;
    reply.hijack();
    const stream = new EventStream(reply.raw, headers, form);
    this.streams.set(stream, kind);
    this.note(callerKeys, 1);
    stream.signal.addEventListener('abort', () => {
      this.streams.delete(stream);
      this.note(callerKeys, -1);
    });
    return stream;
  }

  count(): Record<StreamKind, number> {
    const counts = { builds: 0, logs: 0 };
    for (const kind of this.streams.values()) counts[kind]++;
    return counts;
  }

  private requireRoom([address = '', account = '']: string[]): void {
    const { inAll, perAccount, perAddress } = this.limits;
    const refuse = (whose: string) => {
      throw new TooManyError(`Too many event streams are open ${whose}`, retryAfterSec);
    };
    if ((this.counts.get(account) ?? 0) >= perAccount) refuse('for this account');
    if ((this.counts.get(address) ?? 0) >= perAddress) refuse('from this address');
    if (this.streams.size >= inAll) refuse('on this server');
  }

  private note(callerKeys: string[], by: 1 | -1): void {
    for (const callerKey of callerKeys) {
      const count = (this.counts.get(callerKey) ?? 0) + by;
      if (count > 0) this.counts.set(callerKey, count);
      else this.counts.delete(callerKey);
    }
  }

  private async beat(): Promise<void> {
    const slice = new TimeSlice();
    for (const stream of this.streams.keys()) {
      stream.beat();
      if (slice.isOver()) await slice.next();
    }
  }
}
