import { getOpenApi, getPipelineSchema } from '@millrace/contract/api';
import type { createOpenApi } from '@millrace/contract/openapi';
import { createPipelineSchema } from '@millrace/pipeline';
import type { FastifyInstance } from 'fastify';
import type { ApiRoutes } from '../../http/api-routes.ts';

export const apiDocsPath = '/api/docs';

type OpenApi = ReturnType<typeof createOpenApi>;

/** Serves the description of the API, as JSON and as pages, and the schema of pipeline files. It is created at the first request. */
export function registerApiDocs(
  app: FastifyInstance,
  routes: ApiRoutes,
  server: { version: string; basePath: string },
  createPages: () => Promise<FastifyInstance>,
): void {
  let description: Promise<OpenApi> | undefined;
  const describe = () => {
    description ??= import('@millrace/contract/openapi').then((api) =>
      api.createOpenApi(server.version, server.basePath),
    );
    return description;
  };
  let pages: Promise<FastifyInstance> | undefined;
  const openPages = () => {
    pages ??= Promise.all([createPages(), import('./api-docs-pages.ts')]).then(
      async ([inner, { registerApiDocsPages }]) => {
        const { basePath } = server;
        await registerApiDocsPages(inner, await describe(), { routePrefix: apiDocsPath, basePath });
        await inner.ready();
        return inner;
      },
    );
    return pages;
  };

  routes.guest(getOpenApi, describe);
  routes.guest(getPipelineSchema, async () => ({ ...createPipelineSchema() }));
  for (const url of [apiDocsPath, `${apiDocsPath}/*`]) {
    app.get(url, async (request, reply) => {
      const inner = await openPages();
      reply.hijack();
      inner.routing(request.raw, reply.raw);
    });
  }
  app.addHook('onClose', async () => (await pages)?.close());
}
