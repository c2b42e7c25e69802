import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ErrorBody } from '@millrace/contract/errors';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';

const timeoutMs = 10_000;

interface Deps {
  host: string;
  port: number;
  logger: Logger;
  publicUrl: () => string;
  /** Returns the response to a challenge of the certificate authority. */
  findChallenge: (token: string) => Promise<string | undefined>;
}

/** The HTTP port beside HTTPS: answers challenges and redirects everything else. */
export class PlainListener {
  private readonly deps: Deps;
  private readonly server: Server;

  constructor(deps: Deps) {
    this.deps = deps;
    this.server = createServer(
      { requestTimeout: timeoutMs, headersTimeout: timeoutMs, keepAliveTimeout: 1 },
      (request, response) => {
        this.answer(request, response).catch((error: unknown) => {
          deps.logger.error({ err: error }, 'A challenge could not be answered');
          response.writeHead(503).end();
        });
      },
    );
  }

  async start(): Promise<void> {
    const { host, port } = this.deps;
    try {
      await once(this.server.listen({ host, port }), 'listening');
    } catch (error) {
      throw new StartError(
        `Cannot listen on ${host}, port ${port} (MILLRACE_TLS_HTTP_PORT): ${errorMessage(error)}.`,
      );
    }
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/' } = request;
    request.resume();
    const [, token] = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/.exec(url) ?? [];
    const challenge = token && (await this.deps.findChallenge(token));
    if (challenge) return send(response, 200, challenge);
    // For `millrace health`: before the first certificate, HTTPS rejects every connection.
    if (url === '/healthz') return send(response, 200, 'OK');
    if (method === 'GET' || method === 'HEAD') {
      response.setHeader('location', this.ownUrl(url));
      return send(response, 308, '');
    }
    // A redirect would hide from the client that it sent its credentials unencrypted.
    response.setHeader('content-type', 'application/json');
    const body: ErrorBody = { message: `Use ${this.deps.publicUrl()}`, code: 'forbidden' };
    response.writeHead(403).end(JSON.stringify(body));
  }

  /** Returns the address of a request on this server. `/\\host` and absolute addresses would lead to another one. */
  private ownUrl(url: string): string {
    const own = new URL(this.deps.publicUrl());
    const asked = URL.parse(url.replace(/^[/\\]+/, '/'), own);
    return asked?.origin === own.origin ? asked.href : own.href;
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
}
