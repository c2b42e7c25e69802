import {
  buildPageSize,
  countFeedBuilds,
  getOrganizationHealth,
  listDefaultBranches,
  listFeedBuilds,
} from '@millrace/contract/api';
import type { AccountScope } from '../../../builds/read/build-conditions.ts';
import { readBuildFilter } from '../../../domain/build-filter.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { User } from '../../../domain/user.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { readPage } from '../../../http/page.ts';
import { toRepoJson } from '../../../repositories/repo-mapper.ts';
import type { BuildCounts } from './build-counts.ts';
import type { BuildsFeed } from './builds-feed.ts';
import type { DefaultBranchesReadModel } from './default-branches-read-model.ts';
import type { OrganizationHealth } from './organization-health.ts';

interface Deps {
  buildCounts: BuildCounts;
  buildsFeed: BuildsFeed;
  defaultBranches: DefaultBranchesReadModel;
  organizationHealth: OrganizationHealth;
  repos: { listByIds(ids: number[]): Promise<Repo[]> };
  forge: Forge;
}

/** Calls about the builds of all repositories of an account. */
export function registerBuildsFeedRoutes(routes: ApiRoutes, deps: Deps): void {
  const { buildCounts, buildsFeed, repos, forge } = deps;

  routes.session(listFeedBuilds, async ({ viewer, query }) => {
    const page = readPage(query, buildPageSize);
    const builds = await buildsFeed.list(scopeOf(viewer, query), readBuildFilter(query), page);
    const found = await repos.listByIds([...new Set(builds.map((build) => build.repo_id))]);
    const byId = new Map(found.map((repo) => [repo.id, toRepoJson(repo, forge)]));
    return builds.flatMap((build) => {
      const repo = byId.get(build.repo_id);
      return repo ? [{ ...repo, build }] : [];
    });
  });

  routes.session(countFeedBuilds, ({ viewer, query }) =>
    buildCounts.count(scopeOf(viewer, query), readBuildFilter(query)),
  );

  routes.session(getOrganizationHealth, ({ viewer, params }) =>
    deps.organizationHealth.list(viewer.id, params.namespace),
  );

  routes.session(listDefaultBranches, ({ viewer }) => deps.defaultBranches.list(viewer.id));
}

function scopeOf({ id }: User, { visible }: { visible?: string | undefined }): AccountScope {
  return { userId: id, includesVisible: visible === 'true' };
}
