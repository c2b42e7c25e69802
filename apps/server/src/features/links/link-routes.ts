import { pageSlug } from '@millrace/contract/reserved-names';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';
import type { Authority } from '../../http/authority.ts';

interface Deps {
  authority: Authority;
  forge: Pick<Forge, 'commitUrl' | 'fileUrl' | 'treeUrl'>;
}
type RepoRequest = FastifyRequest<{ Params: { namespace: string; name: string } }>;

const hashPattern = /^[0-9a-f]{4,64}$/i;
const linePattern = /^[1-9]\d{0,6}$/;

/** Permanent URLs of a branch, a commit, or a line of a file. They redirect to the page of the forge. */
export function registerLinkRoutes(app: FastifyInstance, { authority, forge }: Deps): void {
  const redirect = async (
    request: RepoRequest,
    reply: FastifyReply,
    findUrl: (repo: Repo) => string,
  ): Promise<FastifyReply> => {
    const { namespace, name } = request.params;
    const viewer = await authority.findViewer(request);
    const access = await authority.findRepoAccess(viewer, namespace, name);
    if (!access?.permissions.read) return sendNotFound(reply);
    // A forge without web pages is shown by the UI of this server.
    return reply.redirect(findUrl(access.repo) || `/${encodeURI(pageSlug(access.repo.slug))}`, 303);
  };

  for (const kind of ['tree', 'src']) {
    app.get<{ Params: { namespace: string; name: string; '*': string } }>(
      `/link/:namespace/:name/${kind}/*`,
      (request, reply) =>
        redirect(request, reply, (repo) => forge.treeUrl(repo, request.params['*'])),
    );
  }
  app.get<{ Params: { namespace: string; name: string; sha: string } }>(
    '/link/:namespace/:name/commit/:sha',
    (request, reply) => {
      const { sha } = request.params;
      if (!hashPattern.test(sha)) return sendNotFound(reply);
      return redirect(request, reply, (repo) => forge.commitUrl(repo, sha));
    },
  );
  app.get<{
    Params: { namespace: string; name: string; sha: string; '*': string };
    Querystring: { line?: string };
  }>('/link/:namespace/:name/file/:sha/*', (request, reply) => {
    const { sha, '*': path } = request.params;
    const { line = '1' } = request.query;
    if (!hashPattern.test(sha) || !linePattern.test(line)) return sendNotFound(reply);
    return redirect(request, reply, (repo) =>
      forge.fileUrl(repo, { sha, path, line: Number(line) }),
    );
  });
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Not Found\n');
}
