import type { IncomingMessage } from 'node:http';
import { Server } from 'node:https';
import cookie from '@fastify/cookie';
import { notFound } from '@millrace/contract/api-errors';
import { serverNames } from '@millrace/contract/reserved-names';
import type { Logger } from '@millrace/node-kit/logger';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { ServerCertificate } from '../shared/server-certificate.ts';
import { redirectBelow, removeBasePath } from './base-path.ts';
import { limitBodyTime } from './body-time.ts';
import { handleErrors, notFoundBody } from './error-handler.ts';
import { skipBodiesOfHeads } from './head-calls.ts';
import { acceptEmptyJson } from './json-body.ts';
import { refuseMalformedCalls } from './malformed-calls.ts';
import { allowCrossOriginCalls } from './other-pages.ts';
import { limitPipelinedCalls } from './pipelined-calls.ts';
import { logRequests, requestIdOf } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';
import { routeUpgrades, wantsSocket } from './sockets.ts';
import type { WebFiles } from './web-files.ts';

const bodyLimitBytes = 1024 * 1024;
const headersTimeMs = 30_000;
function unused(): never {
  throw new Error('Fastify schemas are not supported');
}

/** Creates the HTTP application. The caller registers routes and starts it. */
export async function createApp(options: {
  logger: Logger;
  web: WebFiles | null;
  /** Path of the public URL, as in `/ci`; empty if it has none. */
  basePath?: string;
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies?: string[];
  /** Makes it an HTTPS server. */
  certificate?: ServerCertificate | undefined;
  /** Makes browsers use only HTTPS for this host. */
  strictTransport?: boolean;
  /** Time limit for receiving a small body. */
  bodyTimeMs?: number;
}): Promise<FastifyInstance> {
  const { basePath = '' } = options;
  const app = Fastify({
    loggerInstance: options.logger,
    genReqId: requestIdOf,
    // Its entries of the beginning of a request have no id.
    logController: new LogController({ disableRequestLogging: true }),
    // The id is in the fields that every logger adds.
    childLoggerFactory: (logger, _bindings, childOptions) => logger.child({}, childOptions),
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustedProxies ?? [],
    forceCloseConnections: true,
    ...connectionsOf(options.certificate),
    ...(basePath && {
      rewriteUrl: (request: IncomingMessage) => removeBasePath(request, basePath),
    }),
    // Existing clients add a slash to the paths of some lists.
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    // The contract validates input, so the validators of Fastify are not loaded.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
  }) as unknown as FastifyInstance;
  options.certificate?.onChange((pair) => {
    if (app.server instanceof Server) app.server.setSecureContext(pair);
  });
  routeUpgrades(app);
  logRequests(app);
  if (basePath) redirectBelow(app, basePath);
  limitPipelinedCalls(app);
  await app.register(cookie);
  const headers = securityHeaders(options.strictTransport ?? false);
  app.addHook('onRequest', async (request, reply) => {
    // Makes Node cache the address. It is not available after a disconnect.
    void request.raw.socket.remoteAddress;
    reply.headers(headers);
  });
  await allowCrossOriginCalls(app);
  handleErrors(app);
  acceptEmptyJson(app);
  limitBodyTime(app, options.bodyTimeMs);
  refuseMalformedCalls(app);
  skipBodiesOfHeads(app);
  // After the access checks and before the body is read.
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

function connectionsOf(certificate: ServerCertificate | undefined) {
  const connections = { headersTimeout: headersTimeMs, shouldUpgradeCallback: wantsSocket };
  if (!certificate) return { http: connections };
  return { https: { ...connections, ...certificate.pair } };
}

function isPage({ method, url }: FastifyRequest): boolean {
  const [, name = ''] = /^\/+([^/?]*)/.exec(url) ?? [];
  return isBodyless({ method }) && !serverNames.has(decodeURIComponent(name));
}

function isBodyless({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
