import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { createOpenApi } from '@millrace/contract/openapi';
import type { FastifyInstance } from 'fastify';

/** Serves pages with the reference of the API. */
export async function registerApiDocsPages(
  app: FastifyInstance,
  description: ReturnType<typeof createOpenApi>,
  { routePrefix, basePath }: { routePrefix: string; basePath: string },
): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: description as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, {
    routePrefix,
    indexPrefix: basePath,
    staticCSP: true,
    theme: {
      title: 'API reference - Millrace',
      // Hides a bar with the logo of Swagger and a field for the URL of another server.
      css: [{ filename: 'millrace.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
}
