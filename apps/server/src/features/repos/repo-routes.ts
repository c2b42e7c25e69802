import {
  activateRepo,
  type Build,
  chownRepo,
  disableRepo,
  getRepo,
  listAllRepos,
  listUserRepos,
  type Permissions,
  type Repo as RepoJson,
  repairRepo,
  updateRepo,
} from '@millrace/contract/api';
import type { Repo } from '../../domain/repo.ts';
import type { User } from '../../domain/user.ts';
import type { Forge } from '../../forges/forge.ts';
import { type ApiRoutes, JsonText, requirePerson } from '../../http/api-routes.ts';
import { readPage } from '../../http/page.ts';
import type { Ports } from '../../ports.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { forbidden } from '../../shared/errors.ts';
import type { RepoService } from './repo-service.ts';

interface Deps {
  repos: RepoStore;
  repoService: RepoService;
  forge: Forge;
  /** The newest build of each of these repositories, by repository id. */
  ports: Pick<Ports, 'findLatestBuildTexts' | 'requireUser'>;
}

const allReposPageSize = 25;

export function registerRepoRoutes(routes: ApiRoutes, deps: Deps): void {
  const { repos, repoService, forge } = deps;
  const answer = async (row: Repo | Promise<Repo>, permissions: Permissions) =>
    toRepoJson(await row, forge, { permissions });

  const findNewOwner = async (viewer: User, login = viewer.login) => {
    if (login === viewer.login) return viewer;
    if (!viewer.admin) throw forbidden('Only a system admin may choose another owner');
    return deps.ports.requireUser(login);
  };

  routes.session(listUserRepos, async ({ viewer, query }) => {
    const rows = await repos.listGranted(viewer.id);
    const builds =
      query.latest === 'true'
        ? await deps.ports.findLatestBuildTexts(rows.map((row) => row.id))
        : undefined;
    const texts = rows.map((row) => withBuild(toRepoJson(row, forge), builds?.get(row.id)));
    return new JsonText(`[${texts.join(',')}]`);
  });

  routes.session(listAllRepos, async ({ query }) => {
    const rows = await repos.listAll(readPage(query, allReposPageSize));
    return rows.map((row) => toRepoJson(row, forge));
  });

  routes.repo(getRepo, ({ repo, permissions }) => answer(repo, permissions));

  routes.repo(updateRepo, ({ repo, permissions, viewer, body }) =>
    answer(repoService.changeSettings(repo, requirePerson(viewer), body), permissions),
  );

  routes.repo(activateRepo, ({ repo, permissions, viewer }) =>
    answer(repoService.activate(repo, requirePerson(viewer)), permissions),
  );

  routes.repo(disableRepo, ({ repo, permissions, query }) =>
    answer(
      query.remove === 'true' ? repoService.remove(repo) : repoService.disable(repo),
      permissions,
    ),
  );

  routes.repo(chownRepo, async ({ repo, permissions, viewer, query }) => {
    const owner = await findNewOwner(requirePerson(viewer), query.login);
    return answer(repoService.changeOwner(repo, owner), permissions);
  });

  routes.repo(repairRepo, ({ repo, permissions }) => answer(repoService.repair(repo), permissions));
}

/** Returns the JSON of a repository. The JSON of its build is appended without being parsed. */
function withBuild(repo: RepoJson, build: JsonText<Build> | undefined): string {
  const text = JSON.stringify(repo);
  return build ? `${text.slice(0, -1)},"build":${build.text}}` : text;
}
