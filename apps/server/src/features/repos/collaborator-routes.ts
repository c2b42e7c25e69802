import {
  type Collaborator as CollaboratorJson,
  deleteCollaborator,
  getCollaborator,
  listCollaborators,
  setCollaborator,
} from '@millrace/contract/api';
import { badRequest, conflict, notFound } from '@millrace/contract/api-errors';
import type { CollaboratorSource } from '@millrace/contract/vocabulary';
import type { OrganizationStore } from '../../accounts/organization-store.ts';
import type { Repo } from '../../domain/repo.ts';
import type { User } from '../../domain/user.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Collaborator, RepoStore } from '../../repositories/repo-store.ts';

interface Deps {
  repos: Pick<RepoStore, 'listCollaborators' | 'grant' | 'revoke'>;
  organizations: Pick<OrganizationStore, 'listOwners'>;
  findUser: (login: string) => Promise<User | undefined>;
  /** Lists the teams that give accounts a role in a repository, by account. */
  listTeams: (repo: Repo) => Promise<ReadonlyMap<number, string[]>>;
}

export function registerCollaboratorRoutes(routes: ApiRoutes, deps: Deps): void {
  const { repos, organizations, findUser, listTeams } = deps;
  const loginOf = async (member: string) => (await findUser(member))?.login ?? member;

  /** Returns whether an account owns the namespace, as its name or as an owner of the organization. */
  const readOwners = async (repo: Repo) => {
    const owners = new Set(await organizations.listOwners(repo.namespace));
    return ({ id, login }: Pick<User, 'id' | 'login'>) =>
      repo.forge === 'builtin' && (login === repo.namespace || owners.has(id));
  };

  const list = async (repo: Repo): Promise<CollaboratorJson[]> => {
    const isOwner = await readOwners(repo);
    const teams = await listTeams(repo);
    return (await repos.listCollaborators(repo.id)).map((row) =>
      toJson(repo, row, { isOwner: isOwner(row), teams: teams.get(row.id) ?? [] }),
    );
  };

  const find = async (repo: Repo, login: string) => {
    const member = await loginOf(login);
    return (await list(repo)).find((row) => row.login === member);
  };

  const refuseOwner = async (repo: Repo, user: Pick<User, 'id' | 'login'>) => {
    if (!(await readOwners(repo))(user)) return;
    throw badRequest(`${user.login} owns the namespace, so this role cannot be changed`);
  };

  routes.repo(listCollaborators, ({ repo }) => list(repo));

  routes.repo(getCollaborator, async ({ repo, params }) => {
    const row = await find(repo, params.member);
    if (!row) throw notFound();
    return row;
  });

  routes.repo(setCollaborator, async ({ repo, params, body }) => {
    // The next sync with the forge would undo the change.
    if (repo.forge !== 'builtin') {
      throw badRequest('Permissions in this repository are managed at its forge');
    }
    const user = await findUser(params.member);
    if (!user) throw badRequest(`There is no account ${params.member}`);
    // If a system admin created the repository in the namespace of another account, that account has no role
    // yet.
    if (body.role !== 'admin') await refuseOwner(repo, user);
    await repos.grant(user.id, repo.id, body.role);
    const row = await find(repo, user.login);
    if (!row) throw notFound();
    return row;
  });

  routes.repo(deleteCollaborator, async ({ repo, params }) => {
    const user = await findUser(params.member);
    if (!user) throw notFound();
    await refuseOwner(repo, user);
    const row = await find(repo, user.login);
    if (row?.source === 'team') {
      throw conflict(
        `${user.login} has this role through the team ${row.teams?.join(', ')} of ${repo.namespace}`,
      );
    }
    if (!(await repos.revoke(repo.id, user.login))) throw notFound();
    return undefined;
  });
}

function toJson(
  repo: Repo,
  { id, login, avatar, permissions, isGranted }: Collaborator,
  { isOwner, teams }: { isOwner: boolean; teams: string[] },
): CollaboratorJson {
  const ofTeam: CollaboratorSource = isGranted || teams.length === 0 ? 'granted' : 'team';
  const here = isOwner ? 'owner' : ofTeam;
  return {
    user_id: id,
    repo_id: repo.uid,
    login,
    avatar,
    ...permissions,
    synced: 0,
    created: 0,
    updated: 0,
    source: repo.forge === 'builtin' ? here : 'forge',
    ...(teams.length > 0 ? { teams } : {}),
  };
}
