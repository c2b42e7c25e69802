import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@millrace/contract/api-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

/** Bytes received after the request of each upgrade. */
const heads = new WeakMap<IncomingMessage, Buffer>();

/** An answer that becomes a WebSocket. */
export class SocketAnswer {
  readonly open: (reply: FastifyReply) => void;

  constructor(open: (reply: FastifyReply) => void) {
    this.open = open;
  }
}

/** Returns whether a request wants a WebSocket. Other upgrades are ignored: clients offer HTTP/2 with any call. */
export function wantsSocket({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>) {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Sends upgrades through the usual hooks and access checks, which may refuse them as any other call. */
export function routeUpgrades(app: FastifyInstance): void {
  app.server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(raw);
    // Node no longer reads requests from this connection.
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    response.assignSocket(raw.socket);
    heads.set(raw, head);
    app.routing(raw, response);
  });
}

/** @throws AppError (426) if the call is no upgrade, or a proxy has removed its header */
export function requireUpgrade({ raw }: FastifyRequest): void {
  if (!heads.has(raw)) throw new AppError(426, 'This call needs a WebSocket');
}

/**
 * Completes an upgrade, whose response ends here.
 *
 * @param maxBytes of one message
 */
export function acceptSocket(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
): Promise<WebSocket> {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxBytes,
  });
  reply.hijack();
  return new Promise((resolve) => {
    server.handleUpgrade(raw, raw.socket, heads.get(raw) ?? Buffer.alloc(0), resolve);
  });
}
