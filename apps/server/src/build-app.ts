import { fileURLToPath } from 'node:url';
import { version } from '@millrace/node-kit/version';
import type { FastifyInstance } from 'fastify';
import type { Contributions } from './contributions.ts';
import type { Core } from './core.ts';
import type { Routing } from './feature.ts';
import type { Features } from './features.ts';
import { ApiRoutes, type ApiRoutesDeps } from './http/api-routes.ts';
import { createApp } from './http/app.ts';
import { Downloads } from './http/downloads.ts';
import { OpenSockets } from './http/open-sockets.ts';
import { OpenStreams } from './http/open-streams.ts';
import { WebFiles } from './http/web-files.ts';
import { askAll } from './shared/ask.ts';

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Builds the HTTP application with the routes of all features. It does not listen yet.
 *
 * @param createRoutes replaced by tests that validate every response
 */
export async function buildApp(
  core: Core,
  features: Features,
  createRoutes = (app: FastifyInstance, deps: ApiRoutesDeps) => new ApiRoutes(app, deps),
): Promise<FastifyInstance> {
  const { config, drain, logger, tls } = core;
  const web = await loadWebFiles(core, features);
  const app = await createApp({
    logger,
    web,
    basePath: config.basePath,
    trustedProxies: config.trustedProxies,
    certificate: tls?.certificate,
    strictTransport: tls !== null && hasHostAlone(config.publicUrl),
  });
  drain.watch(app);
  const refuseChange = () => askAll(features.contributed.refuseChanges);
  const api = createRoutes(app, { ...core, refuseChange });
  await addRoutes({ core, features, app, web, api });
  return app;
}

/**
 * Returns whether the public URL is HTTPS on the default port. Browsers apply strict transport security to all
 * ports of a host, which with another port belong to other programs.
 */
function hasHostAlone(publicUrl: string | undefined): boolean {
  const { protocol, port } = publicUrl ? new URL(publicUrl) : { protocol: '', port: '' };
  return protocol === 'https:' && port === '';
}

/** Adds the routes of all features. */
export async function addRoutes(
  target: Pick<Routing, 'app' | 'api' | 'web'> & { core: Core; features: Features },
): Promise<void> {
  const { core, features, app, api, web } = target;
  const { config, drain } = core;
  await features.addRoutes({
    app,
    api,
    web,
    downloads: new Downloads(config.downloads),
    streams: new OpenStreams(app, config.streams, drain),
    sockets: new OpenSockets(app, drain),
  });
}

function loadWebFiles(
  { authority, config, forge, remote }: Core,
  { contributed }: Features,
): Promise<WebFiles | null> {
  const { basePath } = config;
  const { documentation, apiReference }: Contributions['pageLinks'] = Object.assign(
    {},
    ...contributed.pageLinks,
  );
  return WebFiles.load(webDir, {
    config: {
      version: version.version,
      signIn: {
        password: remote === null && (config.forge.passwordSignIn || config.ldap !== null),
        forge: remote !== null,
        ...(config.oidc ? { provider: config.oidc.name } : {}),
      },
      forgePages: forge.hasPages,
      extras: true,
      approvals: config.approvals,
      email: config.mail !== null,
      ...(basePath && { basePath }),
      ...(apiReference && { apiReference: basePath + apiReference }),
      links: {
        ...config.links,
        documentation: config.links.documentation ?? (documentation && basePath + documentation),
      },
    },
    readFacts: () => askAll(contributed.pageFacts).catch(() => []),
    findAccount: (request) =>
      authority.findViewer(request).then(
        (viewer) => viewer?.id,
        () => undefined,
      ),
  });
}
