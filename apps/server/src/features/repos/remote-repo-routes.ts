import { getRemoteRepo, listRemoteRepos, type Repo } from '@millrace/contract/api';
import { notFound } from '@millrace/contract/api-errors';
import type { Forge, ForgeRepo } from '../../forges/forge.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { newRepo } from '../../repositories/new-repo.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';

interface Deps {
  repos: RepoStore;
  forge: Forge;
}

/** Calls that read the repositories of an account from the forge, synced or not. */
export function registerRemoteRepoRoutes(routes: ApiRoutes, { repos, forge }: Deps): void {
  const toJson = async (found: ForgeRepo): Promise<Repo> => {
    const { namespace, name, uid, permissions } = found;
    const unknown = {
      uid,
      namespace,
      name,
      ownerId: 0,
      forge: forge.kind,
      active: false,
    };
    const row = (await repos.findBySlug(`${namespace}/${name}`)) ?? {
      ...newRepo(unknown, 0),
      id: 0,
      ...(found.defaultBranch ? { defaultBranch: found.defaultBranch } : {}),
      visibility: found.isPrivate ? ('private' as const) : ('public' as const),
    };
    return toRepoJson(row, forge, { permissions });
  };

  routes.session(listRemoteRepos, async ({ viewer }) =>
    Promise.all((await forge.listRepos(viewer)).map(toJson)),
  );

  routes.session(getRemoteRepo, async ({ viewer, params }) => {
    const found = (await forge.listRepos(viewer)).find(
      ({ namespace, name }) => namespace === params.namespace && name === params.name,
    );
    if (!found) throw notFound();
    return toJson(found);
  });
}
