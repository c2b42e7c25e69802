import { LineStore } from '../../builds/line-store.ts';
import type { CreateFeature } from '../../feature.ts';
import { BadgeKeys, reencryptBadgeKeys } from './badge-keys.ts';
import { registerBadgeRoutes } from './badge-routes.ts';
import { registerFeedRoutes } from './feed-routes.ts';
import { registerSignatureRoutes } from './signature-routes.ts';

/** Badges: the status of a repository as an image, and as a feed for CCMenu. */
export const badges: CreateFeature = (core) => ({
  owns: { badge_keys: 'repository' },
  reencrypt: reencryptBadgeKeys,
  addRoutes: ({ app, api }) => {
    const lines = new LineStore(core.db);
    const keys = new BadgeKeys(core.db, core.keys.sealer);
    registerBadgeRoutes(app, {
      ...core,
      keys,
      findStatus: async ({ id }, ref) => (await lines.findStateOfRef(id, ref))?.status,
    });
    registerSignatureRoutes(api, keys);
    registerFeedRoutes(app, core);
  },
});
