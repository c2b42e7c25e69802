import {
  activateRepo,
  type Build,
  chownRepo,
  disableRepo,
  getRepo,
  listAllRepos,
  listUserRepos,
  listVisibleRepos,
  type Permissions,
  type Repo as RepoJson,
  repairRepo,
  updateRepo,
} from '@millrace/contract/api';
import { forbidden } from '@millrace/contract/api-errors';
import type { UserService } from '../../accounts/user-service.ts';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import type { Db } from '../../db/database.ts';
import { whileUnchanged } from '../../db/unchanged.ts';
import type { Repo } from '../../domain/repo.ts';
import type { User } from '../../domain/user.ts';
import type { Forge } from '../../forges/forge.ts';
import { type ApiRoutes, JsonText, requirePerson } from '../../http/api-routes.ts';
import { readPage } from '../../http/page.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import type { RepoService } from './repo-service.ts';

interface Deps {
  db: Db;
  repos: RepoStore;
  repoService: RepoService;
  forge: Forge;
  /** The newest build of each of these repositories, by repository id. */
  buildReadModel: Pick<BuildReadModel, 'findLatestTexts'>;
  users: Pick<UserService, 'require'>;
}

const allReposPageSize = 25;
const visibleReposPageSize = 50;

export function registerRepoRoutes(routes: ApiRoutes, deps: Deps): void {
  const { repos, repoService, forge } = deps;
  const answer = async (row: Repo | Promise<Repo>, permissions: Permissions) =>
    toRepoJson(await row, forge, { permissions });

  const findNewOwner = async (viewer: User, login = viewer.login) => {
    if (login.toLowerCase() === viewer.login.toLowerCase()) return viewer;
    if (!viewer.admin) throw forbidden('Only a system admin may choose another owner');
    return deps.users.require(login);
  };

  const list = async (rows: Repo[], hasBuilds: boolean) => {
    const ids = rows.map((row) => row.id);
    const builds = hasBuilds ? await deps.buildReadModel.findLatestTexts(ids) : undefined;
    const texts = rows.map((row) => withBuild(toRepoJson(row, forge), builds?.get(row.id)));
    return `[${texts.join(',')}]`;
  };

  routes.session(listUserRepos, async ({ viewer, query }) => {
    const hasBuilds = query.latest === 'true';
    const text = await whileUnchanged(deps.db, `repos of ${viewer.id} ${hasBuilds}`, async () =>
      list(await repos.listGranted(viewer.id), hasBuilds),
    );
    return new JsonText<RepoJson[]>(text);
  });

  routes.session(listVisibleRepos, async ({ viewer, query }) => {
    const page = readPage(query, visibleReposPageSize);
    const visible = await repos.listVisible(viewer.id, query.q?.trim() ?? '', page);
    return new JsonText<RepoJson[]>(await list(visible, true));
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
