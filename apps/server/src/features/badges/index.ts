import { LineStore } from '../../builds/line-store.ts';
import type { CreateFeature } from '../../feature.ts';
import { registerBadgeRoutes } from './badge-routes.ts';
import { registerFeedRoutes } from './feed-routes.ts';

/** Badges: the status of a repository as an image, and as a feed for CCMenu. */
export const badges: CreateFeature = (core) => ({
  addRoutes: ({ app }) => {
    const lines = new LineStore(core.db);
    registerBadgeRoutes(app, {
      ...core,
      findStatus: async ({ id }, ref) => (await lines.findStateOfRef(id, ref))?.status,
    });
    registerFeedRoutes(app, core);
  },
});
