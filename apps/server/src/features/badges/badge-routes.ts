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
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { BadgeKeys } from './badge-keys.ts';

const badgeQuery = endpointOf(getBadge).query;

interface Deps {
  keys: Pick<BadgeKeys, 'isSigned'>;
  repos: Pick<RepoStore, 'findBySlug'>;
  authority: Authority;
  findStatus: (repo: Repo, ref: string) => Promise<Status | undefined>;
}

/**
 * Serves the status image. If the viewer may not read the repository, and the address is not signed, the image is the same
 * as for an unknown repository.
 */
export function registerBadgeRoutes(app: FastifyInstance, deps: Deps): void {
  const { authority, findStatus, keys, repos } = deps;
  const findSigned = async (slug: string, ref: string, signature: string) => {
    const repo = await repos.findBySlug(slug);
    return repo && (await keys.isSigned(repo.id, ref, signature)) ? repo : undefined;
  };
  app.get<{ Params: { namespace: string; name: string } }>(
    getBadge.path,
    async (request, reply) => {
      const { namespace, name } = request.params;
      const { signature, ...query } = badgeQuery?.safeParse(request.query).data ?? {};
      const ref = refOf(query);
      const signed = signature
        ? await findSigned(`${namespace}/${name}`, ref, signature)
        : undefined;
      const viewer = signed ? null : await findViewerOrGuest(authority, request);
      const access = signed ? undefined : await authority.findRepoAccess(viewer, namespace, name);
      const repo = signed ?? (access?.permissions.read ? access.repo : undefined);
      const svg = badgeSvg(repo && (await findStatus(repo, ref || branchRef(repo.defaultBranch))));
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

/** Returns the ref that an address names; '' for the default branch. */
export function refOf({ ref, branch }: { ref?: string; branch?: string }): string {
  return branch ? branchRef(branch) : (ref ?? '');
}
