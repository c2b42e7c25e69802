import { getBadgeFeed, getFeed } from '@millrace/contract/api';
import type { FastifyInstance } from 'fastify';
import { ccFeedXml } from '../../domain/cc-feed.ts';
import { requireRepo } from '../../http/api-routes.ts';
import type { Authority } from '../../http/authority.ts';
import { sendRevalidated } from '../../http/send-revalidated.ts';
import type { Ports } from '../../ports.ts';

interface Deps {
  authority: Authority;
  publicUrl: () => string;
  ports: Pick<Ports, 'findLatestBuilds'>;
}

/** Serves the newest build for CCMenu, at both of its URLs. */
export function registerFeedRoutes(app: FastifyInstance, deps: Deps): void {
  for (const { path, access } of [getBadgeFeed, getFeed]) {
    app.get<{ Params: { namespace: string; name: string } }>(path, async (request, reply) => {
      const viewer = await deps.authority.findViewer(request);
      const { repo } = await requireRepo(deps.authority, viewer, request.params, access);
      const build = (await deps.ports.findLatestBuilds([repo.id])).get(repo.id);
      if (!build) return reply.code(404).send();
      const xml = ccFeedXml({
        name: repo.slug,
        status: build.status,
        label: String(build.number),
        timeSec: build.started || build.created,
        webUrl: `${deps.publicUrl()}/${encodeURI(repo.slug)}/${build.number}`,
      });
      return sendRevalidated(request, reply, 'application/xml; charset=utf-8', xml, 'reader');
    });
  }
}
