import type { FastifyInstance } from 'fastify';

/** Media type of the API of Git LFS, which the client requires for the message of an error. */
const lfsType = 'application/vnd.git-lfs+json';

const message =
  'The git hosting of Millrace does not store Git LFS objects. Commit the files without Git LFS, or set lfs.url in .lfsconfig to a server that stores them';

/**
 * Answers Git LFS clients, so that a push of large files ends with the reason. Without it, the client would report a
 * repository that does not exist.
 */
export function refuseLfs(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(lfsType, { parseAs: 'string' }, (_request, _body, done) =>
      done(null),
    );
    // It is the same for every repository, so it reveals nothing about them.
    scope.all('/git/:namespace/:repository/info/lfs/*', (_request, reply) =>
      reply.code(501).type(lfsType).send(JSON.stringify({ message })),
    );
  });
}
