import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import { contentSecurityPolicy } from '@millrace/contract/content-security-policy';
import type { Logger } from '@millrace/node-kit/logger';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { notFound } from '../shared/errors.ts';
import { limitBodyTime } from './body-time.ts';
import { handleErrors, notFoundBody } from './error-handler.ts';
import { spareBodiesOfHeads } from './head-calls.ts';
import { takeEmptyJson } from './json-body.ts';
import { refuseMalformedCalls } from './malformed-calls.ts';
import { letOtherPagesCall } from './other-pages.ts';
import { limitPipelinedCalls } from './pipelined-calls.ts';
import type { WebFiles } from './web-files.ts';

const bodyLimitBytes = 1024 * 1024;
const headersTimeMs = 30_000;
/** First parts of paths that are never a page of the interface: ours, and what clients look for. */
const serverNames = new Set([
  ...['api', 'git', 'healthz', 'hook', 'link', 'readyz', 'rpc', 'varz', 'version'],
  ...['debug', 'metrics', 'static'],
  ...['asset-manifest.json', 'favicon.ico', 'favicon.png', 'manifest.json', 'robots.txt'],
]);

function unused(): never {
  throw new Error('Routes have no schema of Fastify');
}

/** The HTTP application, built without listening; routes are registered by the caller. */
export async function createApp(options: {
  logger: Logger;
  web: WebFiles | null;
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies?: string[];
  /** Time limit for receiving a small body. */
  bodyTimeMs?: number;
}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger,
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustedProxies ?? [],
    forceCloseConnections: true,
    http: { headersTimeout: headersTimeMs },
    // Existing clients end the address of some lists with a slash.
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    // The contract checks what comes in; what Fastify would do it with is not even loaded.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  }) as unknown as FastifyInstance;
  limitPipelinedCalls(app);
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Whether the public address is reached over TLS is for the proxy in front to say.
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    // Kept from now on: of a caller who is gone nobody knows the address.
    void request.raw.socket.remoteAddress;
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      // An answer is for the one who asks: what others may see, or keep, says so itself.
      'cache-control': 'no-store',
    });
  });
  await letOtherPagesCall(app);
  handleErrors(app);
  takeEmptyJson(app);
  limitBodyTime(app, options.bodyTimeMs);
  refuseMalformedCalls(app);
  spareBodiesOfHeads(app);
  // After the checks of access, before the body is read.
  app.addHook('preParsing', async (request) => {
    if (request.is404 && !isBodyless(request)) throw notFound();
  });
  options.web?.register(app);
  app.setNotFoundHandler((request, reply) => {
    if (options.web && isPage(request)) return options.web.sendPage(reply);
    return reply.code(404).send(notFoundBody);
  });
  return app;
}

function isPage({ method, url }: FastifyRequest): boolean {
  const [, name = ''] = /^\/+([^/?]*)/.exec(url) ?? [];
  return isBodyless({ method }) && !serverNames.has(decodeURIComponent(name));
}

function isBodyless({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
