import {
  type Collaborator as CollaboratorJson,
  deleteCollaborator,
  getCollaborator,
  listCollaborators,
  setCollaborator,
} from '@millrace/contract/api';
import { badRequest, notFound } from '@millrace/contract/api-errors';
import type { CollaboratorSource } from '@millrace/contract/vocabulary';
import { permissionsOfRole } from '../../domain/permissions.ts';
import type { Repo } from '../../domain/repo.ts';
import type { User } from '../../domain/user.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Collaborator, RepoStore } from '../../repositories/repo-store.ts';

interface Deps {
  repos: Pick<RepoStore, 'listCollaborators' | 'grant' | 'revoke'>;
  findUser: (login: string) => Promise<User | undefined>;
}

export function registerCollaboratorRoutes(routes: ApiRoutes, { repos, findUser }: Deps): void {
  const loginOf = async (member: string) => (await findUser(member))?.login ?? member;

  routes.repo(listCollaborators, async ({ repo }) =>
    (await repos.listCollaborators(repo.id)).map((row) => toJson(repo, row)),
  );

  routes.repo(getCollaborator, async ({ repo, params }) => {
    const rows = await repos.listCollaborators(repo.id);
    const member = await loginOf(params.member);
    const row = rows.find((candidate) => candidate.login === member);
    if (!row) throw notFound();
    return toJson(repo, row);
  });

  routes.repo(setCollaborator, async ({ repo, params, body }) => {
    const member = await loginOf(params.member);
    // The next sync with the forge would undo the change.
    if (sourceOf(repo, member) === 'forge') {
      throw badRequest('Permissions in this repository are managed at its forge');
    }
    // If a system admin created the repository in the namespace of another account, that account has no role
    // yet.
    if (body.role !== 'admin') refuseOwner(repo, member);
    const user = await findUser(params.member);
    if (!user) throw badRequest(`There is no account ${params.member}`);
    await repos.grant(user.id, repo.id, body.role);
    return toJson(repo, { ...user, permissions: permissionsOfRole(body.role) });
  });

  routes.repo(deleteCollaborator, async ({ repo, params }) => {
    const member = await loginOf(params.member);
    refuseOwner(repo, member);
    if (!(await repos.revoke(repo.id, member))) throw notFound();
    return undefined;
  });
}

function refuseOwner(repo: Repo, login: string): void {
  if (sourceOf(repo, login) === 'owner') {
    throw badRequest(`${login} owns the namespace, so this role cannot be changed`);
  }
}

function sourceOf(repo: Repo, login: string): CollaboratorSource {
  if (repo.forge !== 'builtin') return 'forge';
  return login === repo.namespace ? 'owner' : 'granted';
}

function toJson(repo: Repo, { id, login, avatar, permissions }: Collaborator): CollaboratorJson {
  return {
    user_id: id,
    repo_id: repo.uid,
    login,
    avatar,
    ...permissions,
    synced: 0,
    created: 0,
    updated: 0,
    source: sourceOf(repo, login),
  };
}
