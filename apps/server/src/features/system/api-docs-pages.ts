import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { createOpenApi } from '@millrace/contract/openapi';
import type { FastifyInstance } from 'fastify';

/** Pages to browse a description of an API. */
export async function registerApiDocsPages(
  app: FastifyInstance,
  description: ReturnType<typeof createOpenApi>,
  routePrefix: string,
): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: description as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, {
    routePrefix,
    staticCSP: true,
    theme: {
      title: 'API reference - Millrace',
      // Its bar holds another product's logo and a field for the address of another server.
      css: [{ filename: 'millrace.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
}
