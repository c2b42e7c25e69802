import { getEnvironment, listNewCommits } from '@millrace/contract/api';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { requireBuild } from '../require-build.ts';
import { listCommitsBetween } from './commits-between.ts';
import type { EnvironmentReader } from './environment-reader.ts';

interface Deps {
  builds: BuildStore;
  forge: Forge;
  environmentReader: EnvironmentReader;
}

/** Calls about deployment targets, and about the commits of a deployment. */
export function registerEnvironmentRoutes(
  routes: ApiRoutes,
  { builds, forge, environmentReader }: Deps,
): void {
  routes.repo(getEnvironment, ({ repo, query }) => environmentReader.read(repo, query.target));

  routes.repo(listNewCommits, async ({ repo, params, query }) => {
    const build = await requireBuild(builds, repo, params.build);
    const earlier = await requireBuild(builds, repo, Number(query.since));
    return listCommitsBetween(forge, repo, earlier, build);
  });
}
