import type { CreateFeature } from '../../feature.ts';
import { registerBadgeRoutes } from './badge-routes.ts';
import { registerFeedRoutes } from './feed-routes.ts';

/** Badges: the status of a repository as an image, and as a feed for CCMenu. */
export const badges: CreateFeature = (core, ports) => ({
  addRoutes: ({ app }) => {
    registerBadgeRoutes(app, {
      ...core,
      findStatus: async (repo, ref) => (await ports.findLatestBuildOfRef(repo, ref))?.status,
    });
    registerFeedRoutes(app, { ...core, ports });
  },
});
