import {
  listRecentUserBuilds,
  listReposOfUser,
  listUserBuilds,
  syncUserRepos,
} from '@millrace/contract/api';
import type { UserService } from '../../accounts/user-service.ts';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import type { Forge } from '../../forges/forge.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { RepoSync } from './repo-sync.ts';

/** Numbers of builds that existing servers return. */
const fewBuilds = 25;
const recentBuilds = 50;

interface Deps {
  repos: RepoStore;
  repoSync: RepoSync;
  forge: Forge;
  buildReadModel: Pick<BuildReadModel, 'listRecent'>;
  users: Pick<UserService, 'require'>;
}

/** Calls for the repositories of an account, in all namespaces. */
export function registerUserRepoRoutes(routes: ApiRoutes, deps: Deps): void {
  const { repos, forge } = deps;
  const list = async (userId: number) =>
    (await repos.listGranted(userId)).map((row) => toRepoJson(row, forge));

  routes.session(syncUserRepos, async ({ viewer, query }) => {
    if (query.async === 'true') {
      deps.repoSync.startInBackground(viewer);
      return undefined;
    }
    await deps.repoSync.start(viewer);
    return list(viewer.id);
  });

  routes.session(listReposOfUser, async ({ params }) =>
    list((await deps.users.require(params.login)).id),
  );

  const listBuilds = async (userId: number, limit: number) => {
    const rows = new Map((await repos.listGranted(userId)).map((row) => [row.id, row]));
    const builds = await deps.buildReadModel.listRecent([...rows.keys()], limit);
    return builds.flatMap((build) => {
      const row = rows.get(build.repo_id);
      return row ? [{ ...toRepoJson(row, forge), build }] : [];
    });
  };
  routes.session(listUserBuilds, ({ viewer }) => listBuilds(viewer.id, fewBuilds));
  routes.session(listRecentUserBuilds, ({ viewer }) => listBuilds(viewer.id, recentBuilds));
}
