import { createHash } from 'node:crypto';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';
import type { SignInPages } from './sign-in-pages.ts';
import type { Account, World } from './world.ts';

/** Authenticated API call. */
export interface Call {
  account: Account;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

/** Response to a call. A list is returned in pages. */
interface Answer {
  status?: number;
  body?: unknown;
  list?: unknown[];
  headers?: Record<string, string>;
}

/** Handlers by method and path. */
export type Calls = Record<string, (call: Call) => Answer>;

interface Options {
  world: World;
  pages: SignInPages;
  /** Path prefix of the API. */
  prefix: string;
  /** Returns the requested page of a list in the format of the forge. */
  pageOf: (list: unknown[], request: FastifyRequest, reply: FastifyReply, url: string) => unknown;
  /** Response for an unknown token. */
  unknownToken: unknown;
  /** Response for a blocked account. By default the same as for an unknown token. */
  blockedAccount?: unknown;
}

/** HTTP server that behaves like a forge. */
export class FakeForge {
  url = '';
  readonly world: World;
  readonly pages: SignInPages;
  /** Received API calls, for example `GET /user`. */
  readonly requests: string[] = [];
  isAway = false;
  /** Throws a {@link Refusal} to replace the response to a call. */
  interrupt: (call: string) => void = () => {};
  private readonly options: Options;
  private readonly app = fastify();

  constructor(options: Options) {
    this.options = options;
    this.world = options.world;
    this.pages = options.pages;
  }

  async start(calls: Calls): Promise<void> {
    const { app, options } = this;
    app.register(formbody);
    app.addHook('onRequest', async (request, reply) => {
      if (!this.isAway) return;
      reply.hijack();
      request.raw.socket.destroy();
    });
    app.setErrorHandler((error, _, reply) => {
      if (!(error instanceof Refusal)) return reply.code(500).send(String(error));
      return reply.code(error.status).headers(error.headers).send(error.body);
    });
    this.pages.register(app);
    app.register(async (scope) => this.serve(scope, calls), { prefix: options.prefix });
    this.url = await app.listen({ host: '127.0.0.1', port: 0 });
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  private serve(scope: FastifyInstance, calls: Calls): void {
    scope.addHook('onSend', async (request, reply, payload) =>
      isUnchanged(request, reply, payload) ? '' : payload,
    );
    for (const [name, answer] of Object.entries(calls)) {
      const [method = '', url = ''] = name.split(' ');
      scope.route({
        method,
        url,
        handler: async (request, reply) => {
          const call = `${method} ${request.url.slice(this.options.prefix.length)}`;
          this.requests.push(call);
          this.interrupt(call);
          const { status = 200, body, list, headers = {} } = answer(this.readCall(request));
          reply.code(status).headers(headers);
          return list ? this.options.pageOf(list, request, reply, this.url) : reply.send(body);
        },
      });
    }
  }

  private readCall({ headers, params, query, body }: FastifyRequest): Call {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const account = this.pages.accountOf(token);
    const { unknownToken, blockedAccount } = this.options;
    if (account?.isBlocked && blockedAccount) throw new Refusal(403, blockedAccount);
    if (!account || account.isBlocked) throw new Refusal(401, unknownToken);
    return { account, params, query, body: body ?? {} } as Call;
  }
}

/** Answers 304 if the caller has the current version. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') {
    return false;
  }
  const tag = `W/"${createHash('sha256').update(payload).digest('hex')}"`;
  reply.header('etag', tag);
  if (request.headers['if-none-match'] !== tag) return false;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return true;
}
