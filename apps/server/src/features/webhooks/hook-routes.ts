import type { FastifyInstance } from 'fastify';
import type { Repo } from '../../domain/repo.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import type { ForgeKind } from '../../forges/remote/forge-kind.ts';
import { badRequest, forbidden } from '../../shared/errors.ts';

interface Parts {
  source: Pick<ForgeKind, 'kind' | 'readDelivery' | 'isSigned'>;
  findRepo: (uid: string) => Promise<Repo | undefined>;
  findSecret: (repoId: number) => Promise<string | undefined>;
  /** Keeps it until it was worked on; one that came before is not taken again. */
  take: (repo: Repo, event: ForgeEvent) => Promise<void>;
}

/** A push of thousands of commits is shorter. */
const mostBytes = 8 * 1024 * 1024;

/** Where the forge tells what happens. It is answered at once; what follows comes later. */
export function registerHookRoutes(app: FastifyInstance, parts: Parts): void {
  const { source } = parts;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is that of the text as it came in.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    scope.post('/hook', { bodyLimit: mostBytes }, async (request, reply) => {
      const delivery = { headers: request.headers, body: String(request.body ?? '') };
      const read = source.readDelivery(delivery);
      if (!read) throw badRequest(`This is no delivery of ${source.kind}`);
      const repo = await parts.findRepo(read.repoUid);
      const secret = repo && (await parts.findSecret(repo.id));
      // Who does not know the secret is not told which repositories there are.
      if (!repo || !secret || !source.isSigned(delivery, secret)) {
        throw forbidden('The signature of the delivery is not right');
      }
      if (!read.event || !repo.active) return reply.code(204).send();
      await parts.take(repo, { ...read.event, delivery: read.id });
      return reply.code(202).send({ message: 'Taken' });
    });
  });
}
