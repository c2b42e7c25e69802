import { buildPageSize, countFeedBuilds, listFeedBuilds } from '@millrace/contract/api';
import { readBuildFilter } from '../../../domain/build-filter.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { readPage } from '../../../http/page.ts';
import { toRepoJson } from '../../../repositories/repo-mapper.ts';
import type { BuildCounts } from './build-counts.ts';
import type { BuildsFeed } from './builds-feed.ts';

interface Deps {
  buildCounts: BuildCounts;
  buildsFeed: BuildsFeed;
  repos: { listByIds(ids: number[]): Promise<Repo[]> };
  forge: Forge;
}

/** Calls that list and count the builds of all repositories of an account. */
export function registerBuildsFeedRoutes(routes: ApiRoutes, deps: Deps): void {
  const { buildCounts, buildsFeed, repos, forge } = deps;

  routes.session(listFeedBuilds, async ({ viewer, query }) => {
    const page = readPage(query, buildPageSize);
    const builds = await buildsFeed.list(viewer.id, readBuildFilter(query), page);
    const found = await repos.listByIds([...new Set(builds.map((build) => build.repo_id))]);
    const byId = new Map(found.map((repo) => [repo.id, toRepoJson(repo, forge)]));
    return builds.flatMap((build) => {
      const repo = byId.get(build.repo_id);
      return repo ? [{ ...repo, build }] : [];
    });
  });

  routes.session(countFeedBuilds, ({ viewer, query }) =>
    buildCounts.count({ userId: viewer.id }, readBuildFilter(query)),
  );
}
