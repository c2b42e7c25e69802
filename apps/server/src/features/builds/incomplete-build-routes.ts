import { listIncompleteBuilds, listIncompleteStages } from '@millrace/contract/api';
import type { RepoRow } from '../../db/tables.ts';
import type { Forge } from '../../forges/forge.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { toRepoJson } from '../repos/repo-mapper.ts';
import { toBuildJson } from './build-mapper.ts';
import type { IncompleteBuilds } from './incomplete-builds.ts';

interface Parts {
  incompleteBuilds: IncompleteBuilds;
  repos: { findById(id: number): Promise<RepoRow | undefined> };
  forge: Forge;
}

/** What is under way on the whole server, for its admins. */
export function registerIncompleteBuildRoutes(routes: ApiRoutes, parts: Parts): void {
  const { incompleteBuilds, repos, forge } = parts;
  routes.session(listIncompleteBuilds, async () => {
    const rows = await incompleteBuilds.listBuilds();
    const answers = rows.map(async (row) => {
      const repo = await repos.findById(row.repo_id);
      return repo ? [{ ...toRepoJson(repo, forge), build: toBuildJson(row) }] : [];
    });
    return (await Promise.all(answers)).flat();
  });
  routes.session(listIncompleteStages, () => incompleteBuilds.listStages());
}
