import { activateRepo, type Build, getRepo, listUserRepos } from '@millrace/contract/api';
import type { Forge } from '../../forges/forge.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Clock } from '../../shared/clock.ts';
import { toRepoJson } from './repo-mapper.ts';
import type { RepoStore } from './repo-store.ts';

interface Parts {
  repos: RepoStore;
  forge: Forge;
  clock: Clock;
  /** The newest build of each of these repositories, by repository id. */
  findLatestBuilds: (repoIds: number[]) => Promise<Map<number, Build>>;
}

export function registerRepoRoutes(routes: ApiRoutes, parts: Parts): void {
  routes.session(listUserRepos, async ({ viewer, query }) => {
    const rows = await parts.repos.listGranted(viewer.id);
    const builds =
      query.latest === 'true' ? await parts.findLatestBuilds(rows.map((row) => row.id)) : undefined;
    return rows.map((row) => toRepoJson(row, parts.forge, { build: builds?.get(row.id) }));
  });

  routes.repo(getRepo, ({ repo, permissions }) => toRepoJson(repo, parts.forge, { permissions }));

  routes.repo(activateRepo, async ({ repo, permissions }) => {
    const changes = { active: 1, updated: parts.clock.nowSec() };
    return toRepoJson(await parts.repos.update(repo.id, changes), parts.forge, { permissions });
  });
}
