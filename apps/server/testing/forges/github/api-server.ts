import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account, Repository, Role } from '../fake/world.ts';
import type { Call, Calls } from './calls.ts';
import type { Json, PublishedApi } from './published-api.ts';
import { notFound, Refusal } from './refusal.ts';
import type { SignInPages } from './sign-in-pages.ts';
import type { GithubWorld } from './world.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Path template in the published API. */
    published?: string;
  }
}

interface Deps {
  readonly url: string;
  readonly world: GithubWorld;
  readonly pages: SignInPages;
  readonly published: PublishedApi;
  /** Requests and responses that differ from the published API. */
  readonly faults: string[];
  /** Received API calls, for example `GET /user`. */
  readonly requests: string[];
  /** Total size of the responses. */
  bytes: number;
  latencyMs: number;
  /** Throws a {@link Refusal} to replace the response to a call. */
  interrupt: (call: string) => void;
}

const limit = 5000;

/** Serves API calls, and records requests and responses that differ from the published API. */
export function serveApi(app: FastifyInstance, github: Deps, calls: Calls): void {
  const { faults, published } = github;
  const note = ({ method, url }: FastifyRequest, found: string[]) =>
    faults.push(...found.map((fault) => `${method} ${url}: ${fault}`));

  app.addHook('onRequest', async (request, reply) => {
    const call = `${request.method} ${request.url.slice(app.prefix.length)}`;
    github.requests.push(call);
    reply.headers({
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': Math.max(1, limit - github.requests.length),
      'x-ratelimit-reset': Math.ceil(Date.now() / 1000) + 3600,
    });
    if (github.latencyMs) await wait(github.latencyMs);
    github.interrupt(call);
  });
  app.setErrorHandler((error, _, reply) => {
    const refusal = error instanceof Refusal ? error : new Refusal(500, String(error));
    if (!(error instanceof Refusal)) faults.push(refusal.message);
    return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
  });
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const path = request.routeOptions.config.published;
    const text = typeof payload === 'string' ? payload : '';
    const type = String(reply.getHeader('content-type') ?? '');
    if (path && (type === '' || type.startsWith('application/json'))) {
      const body = text && JSON.parse(text);
      note(request, published.checkAnswer(request.method, path, reply.statusCode, body));
    }
    const sent = isUnchanged(request, reply, text) ? '' : payload;
    github.bytes += sent ? text.length : 0;
    return sent;
  });

  for (const [name, answer] of Object.entries(calls)) {
    const [method = '', path = ''] = name.split(' ');
    app.route({
      method,
      url: path.replace('/{path}', '/*').replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { published: path },
      handler: async (request, reply) => {
        const call = readCall(request, github);
        note(request, published.checkCall(method, path, call.query, call.body));
        const { status = 200, body, list, type } = answer(call);
        if (type) reply.type(type);
        return reply.code(status).send(list ? pageOf(list, request, reply, github.url) : body);
      },
    });
  }
}

function readCall(request: FastifyRequest, github: Deps): Call {
  const { authorization = '', accept = '' } = request.headers;
  const account = github.pages.accountOf(authorization.replace(/^(Bearer|token) /, ''));
  if (!account) throw new Refusal(401, 'Bad credentials');
  if (account.isBlocked) throw new Refusal(403, 'Sorry. Your account was suspended.');
  return {
    account,
    accept,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    body: request.body as Json,
    repository: (least) => findRepository(request, github, account, least),
  };
}

function findRepository(
  request: FastifyRequest,
  { world, url }: Deps,
  account: Account,
  least: Role,
): Repository {
  const { owner, repo } = request.params as Record<string, string>;
  const slug = `${owner}/${repo}`;
  const moved = world.formerSlugs.get(slug);
  if (moved) {
    const location = url + request.url.replace(`/repos/${slug}`, `/repositories/${moved.id}`);
    const status = request.method === 'GET' ? 301 : 307;
    throw new Refusal(status, 'Moved Permanently', { headers: { location } });
  }
  const found = world.findRepository(slug);
  if (!found || !world.canRead(account, found)) throw notFound();
  const role = world.roleOf(account, found) ?? 'read';
  const order: Role[] = ['read', 'write', 'admin'];
  if (order.indexOf(role) >= order.indexOf(least)) return found;
  // Accounts without permission for settings get 404.
  throw least === 'admin' ? notFound() : new Refusal(403, 'Must have push access to repository');
}

function pageOf(list: unknown[], request: FastifyRequest, reply: FastifyReply, origin: string) {
  const { per_page = '30', page = '1' } = request.query as Record<string, string>;
  const size = Math.min(Number(per_page), 100);
  const [number, last] = [Number(page), Math.max(1, Math.ceil(list.length / size))];
  const links = Object.entries({
    ...(number > 1 ? { prev: number - 1, first: 1 } : {}),
    ...(number < last ? { next: number + 1, last } : {}),
  }).map(([relation, target]) => {
    const address = new URL(request.url, origin);
    address.searchParams.set('page', String(target));
    return `<${address}>; rel="${relation}"`;
  });
  if (links.length > 0) reply.header('link', links.join(', '));
  return list.slice((number - 1) * size, number * size);
}

/** Answers 304 if the caller has the current version. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  if (request.method !== 'GET' || reply.statusCode !== 200) return false;
  const tag = `W/"${createHash('sha256').update(text).digest('hex')}"`;
  reply.header('etag', tag);
  if (request.headers['if-none-match'] !== tag) return false;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return true;
}
