import type { CreateFeature } from '../../feature.ts';
import { registerBuildAccessRoutes } from './build-access-routes.ts';
import { BuildAccessService } from './build-access-service.ts';
import { BuildAccessStore } from './build-access-store.ts';

/** Other repositories of the built-in git hosting that the builds of a repository may read. */
export const buildAccess: CreateFeature = (core) => ({
  owns: { build_access: 'repository' },
  mayBuildsRead: async (repoId, otherId) =>
    (await new BuildAccessStore(core.db).find(repoId, otherId)) !== undefined,
  addRoutes: ({ api }) => registerBuildAccessRoutes(api, new BuildAccessService(core)),
});
