import { toBuildJson } from '@millrace/build-host/builds/build-mapper';
import { listIncompleteBuilds, listIncompleteStages } from '@millrace/contract/api';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { Forge } from '../../../forges/forge.ts';
import type { ApiRoutes } from '../../../http/api-routes.ts';
import { toRepoJson } from '../../../repositories/repo-mapper.ts';
import type { IncompleteBuilds } from './incomplete-builds.ts';

interface Deps {
  builds: BuildStore;
  incompleteBuilds: IncompleteBuilds;
  repos: { findById(id: number): Promise<Repo | undefined> };
  forge: Forge;
}

/** Calls for system admins that list all incomplete builds on the server. */
export function registerIncompleteBuildRoutes(routes: ApiRoutes, deps: Deps): void {
  const { builds, incompleteBuilds, repos, forge } = deps;
  routes.session(listIncompleteBuilds, async () => {
    const answers = (await builds.listAllUnfinished()).map(async (build) => {
      const repo = await repos.findById(build.repoId);
      return repo ? [{ ...toRepoJson(repo, forge), build: toBuildJson(build) }] : [];
    });
    return (await Promise.all(answers)).flat();
  });
  routes.session(listIncompleteStages, () => incompleteBuilds.listStages());
}
