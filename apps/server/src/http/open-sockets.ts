import { callerGone, TooManyError } from '@millrace/contract/api-errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Drain } from './drain.ts';
import { acceptSocket, SocketAnswer } from './sockets.ts';

/** Codes with which the server closes a WebSocket. */
export const closeCodes = { done: 1000, stopping: 1001, refused: 1008, failed: 1011 } as const;

/** Maximum number of open WebSockets of an account on one server. */
const maxPerAccount = 50;
/** Interval of pings. A client that has not answered one before the next is gone. */
const pingMs = 15_000;
const retryAfterSec = 30;

/** The open WebSockets: limited in number, with pings, and closed when the server stops. */
export class OpenSockets {
  private readonly drain: Drain;
  /** Sockets, with whether they have answered the last ping. */
  private readonly sockets = new Map<WebSocket, boolean>();
  private readonly counts = new Map<number, number>();

  constructor(app: FastifyInstance, drain: Drain) {
    this.drain = drain;
    const pings = setInterval(() => this.ping(), pingMs).unref();
    const closeAll = () => {
      for (const socket of this.sockets.keys()) socket.close(closeCodes.stopping);
    };
    drain.signal.addEventListener('abort', closeAll);
    app.addHook('preClose', async () => {
      clearInterval(pings);
      // A client that does not confirm the end would keep the server from stopping.
      for (const socket of this.sockets.keys()) socket.terminate();
    });
  }

  /**
   * Returns the answer that opens a socket. The call must be an upgrade. Throws an `AppError` if there are too many
   * sockets, or the server is stopping.
   */
  answer(
    request: FastifyRequest,
    options: { userId: number; maxBytes: number; onOpen: (socket: WebSocket) => void },
  ): SocketAnswer {
    const { userId, maxBytes, onOpen } = options;
    this.drain.refuse();
    if (request.raw.socket.destroyed) throw callerGone();
    const count = this.counts.get(userId) ?? 0;
    if (count >= maxPerAccount) {
      throw new TooManyError('Too many WebSockets are open for this account', retryAfterSec);
    }
    this.counts.set(userId, count + 1);
    request.raw.socket.once('close', () => this.release(userId));
    return new SocketAnswer((reply) => {
      void acceptSocket(request, reply, maxBytes).then((socket) => {
        this.sockets.set(socket, true);
        socket.on('pong', () => this.sockets.set(socket, true));
        // Such as a message that is too long: the library closes the socket.
        socket.on('error', () => undefined);
        socket.on('close', () => this.sockets.delete(socket));
        onOpen(socket);
      });
    });
  }

  private release(userId: number): void {
    const count = (this.counts.get(userId) ?? 0) - 1;
    if (count > 0) this.counts.set(userId, count);
    else this.counts.delete(userId);
  }

  private ping(): void {
    for (const [socket, hasAnswered] of this.sockets) {
      if (!hasAnswered) socket.terminate();
      else {
        this.sockets.set(socket, false);
        socket.ping();
      }
    }
  }
}
