import {
  listRecentUserBuilds,
  listReposOfUser,
  listUserBuilds,
  syncUserRepos,
} from '@millrace/contract/api';
import type { Forge } from '../../forges/forge.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Ports } from '../../ports.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { RepoSync } from './repo-sync.ts';

const recentBuilds = 50;

interface Deps {
  repos: RepoStore;
  repoSync: RepoSync;
  forge: Forge;
  ports: Pick<Ports, 'findLatestBuilds' | 'listRecentBuilds' | 'requireUser'>;
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
    list((await deps.ports.requireUser(params.login)).id),
  );

  routes.session(listUserBuilds, async ({ viewer }) => {
    const rows = await repos.listGranted(viewer.id);
    const builds = await deps.ports.findLatestBuilds(rows.map((row) => row.id));
    return rows
      .flatMap((row) => {
        const build = builds.get(row.id);
        return build ? [{ ...toRepoJson(row, forge), build }] : [];
      })
      .sort((a, b) => b.build.created - a.build.created);
  });

  routes.session(listRecentUserBuilds, async ({ viewer }) => {
    const rows = await repos.listGranted(viewer.id);
    const builds = await deps.ports.listRecentBuilds(
      rows.map((row) => row.id),
      recentBuilds,
    );
    return builds.flatMap((build) => {
      const row = rows.find((candidate) => candidate.id === build.repo_id);
      return row ? [{ ...toRepoJson(row, forge), build }] : [];
    });
  });
}
