import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { getOpenApi } from '@millrace/contract/api';
import { createOpenApi } from '@millrace/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { ApiRoutes } from '../../http/api-routes.ts';

export const apiDocsPath = '/api/docs';

/** The description of the API, as JSON and to browse. */
export async function registerApiDocs(
  app: FastifyInstance,
  routes: ApiRoutes,
  version: string,
): Promise<void> {
  const description = createOpenApi(version);
  routes.guest(getOpenApi, () => description);
  await app.register(async (scope) => {
    await scope.register(swagger, {
      mode: 'static',
      specification: { document: description as unknown as StaticDocumentSpec['document'] },
    });
    await scope.register(swaggerUi, {
      routePrefix: apiDocsPath,
      staticCSP: true,
      theme: {
        title: 'API reference - Millrace',
        // Its bar holds another product's logo and a field for the address of another server.
        css: [{ filename: 'millrace.css', content: '.swagger-ui .topbar { display: none }' }],
      },
    });
  });
}
