import { getBadgeFeed, getFeed } from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import { namespaceOf, pageSlug } from '@millrace/contract/reserved-names';
import { isFinished } from '@millrace/contract/vocabulary';
import type { FastifyInstance } from 'fastify';
import type { BuildStore } from '../../builds/build-store.ts';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import { ccFeedXml } from '../../domain/cc-feed.ts';
import { requireRepo } from '../../http/api-routes.ts';
import type { Authority } from '../../http/authority.ts';
import { sendRevalidated } from '../../http/send-revalidated.ts';

interface Deps {
  authority: Authority;
  publicUrl: () => string;
  builds: Pick<BuildStore, 'findLatestFinished'>;
  buildReadModel: Pick<BuildReadModel, 'findLatest'>;
}

/**
 * Serves the newest build for CCMenu, at both of its URLs. While it is not finished, result, label and time are those of
 * the last one that is.
 */
export function registerFeedRoutes(app: FastifyInstance, deps: Deps): void {
  for (const feed of [getBadgeFeed, getFeed]) {
    app.get<{ Params: { namespace: string; name: string } }>(feed.path, async (request, reply) => {
      const viewer = await deps.authority.findViewer(request);
      const { namespace, name } = request.params;
      const repoName = { namespace: namespaceOf(namespace), name };
      const { repo } = await requireRepo(deps.authority, viewer, repoName, endpointOf(feed));
      const build = (await deps.buildReadModel.findLatest([repo.id])).get(repo.id);
      if (!build) return reply.code(404).send();
      const isActive = !isFinished(build.status);
      const finished = isActive ? await deps.builds.findLatestFinished(repo.id) : build;
      const last = finished ?? build;
      const xml = ccFeedXml({
        name: repo.slug,
        status: build.status,
        lastStatus: last.status,
        label: String(last.number),
        timeSec: last.started || last.created,
        webUrl: `${deps.publicUrl()}/${encodeURI(pageSlug(repo.slug))}/${build.number}`,
      });
      return sendRevalidated(request, reply, 'application/xml; charset=utf-8', xml, 'reader');
    });
  }
}
