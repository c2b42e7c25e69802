import { getBadge } from '@millrace/contract/api';
import { AppError } from '@millrace/contract/api-errors';
import { endpointOf } from '@millrace/contract/endpoints';
import type { Status } from '@millrace/contract/vocabulary';
import { branchRef } from '@millrace/pipeline/git-ref';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badgeSvg } from '../../domain/badge.ts';
import type { Repo } from '../../domain/repo.ts';
import type { Authority } from '../../http/authority.ts';
import { sendRevalidated } from '../../http/send-revalidated.ts';

interface Deps {
  authority: Authority;
  findStatus: (repo: Repo, ref: string) => Promise<Status | undefined>;
}

/**
 * Serves the status image. If the viewer may not read the repository, the image is the same as for an unknown
 * repository.
 */
export function registerBadgeRoutes(app: FastifyInstance, { authority, findStatus }: Deps): void {
  app.get<{ Params: { namespace: string; name: string } }>(
    getBadge.path,
    async (request, reply) => {
      const { namespace, name } = request.params;
      const viewer = await findViewerOrGuest(authority, request);
      const access = await authority.findRepoAccess(viewer, namespace, name);
      const repo = access?.permissions.read ? access.repo : undefined;
      const svg = badgeSvg(repo && (await findStatus(repo, refOf(repo, request.query))));
      reply
        .header('access-control-allow-origin', '*')
        // Other sites embed the image.
        .header('cross-origin-resource-policy', 'cross-origin');
      return sendRevalidated(request, reply, 'image/svg+xml', svg, 'anyone');
    },
  );
}

/** Treats wrong credentials like none: an image cannot show an error. */
async function findViewerOrGuest(authority: Authority, request: FastifyRequest) {
  try {
    return await authority.findViewer(request);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function refOf(repo: Repo, query: unknown): string {
  const { ref, branch } = endpointOf(getBadge).query?.safeParse(query).data ?? {};
  return branch ? branchRef(branch) : ref || branchRef(repo.defaultBranch);
}
