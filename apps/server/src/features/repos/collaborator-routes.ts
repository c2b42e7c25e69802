import {
  type Collaborator as CollaboratorJson,
  deleteCollaborator,
  getCollaborator,
  listCollaborators,
} from '@millrace/contract/api';
import type { ApiRoutes } from '../../http/api-routes.ts';
import { notFound } from '../../shared/errors.ts';
import type { Collaborator, RepoStore } from './repo-store.ts';

export function registerCollaboratorRoutes(routes: ApiRoutes, repos: RepoStore): void {
  routes.repo(listCollaborators, async ({ repo }) =>
    (await repos.listCollaborators(repo.id)).map((row) => toJson(repo.uid, row)),
  );

  routes.repo(getCollaborator, async ({ repo, params }) => {
    const rows = await repos.listCollaborators(repo.id);
    const row = rows.find((candidate) => candidate.login === params.member);
    if (!row) throw notFound();
    return toJson(repo.uid, row);
  });

  routes.repo(deleteCollaborator, async ({ repo, params }) => {
    if (!(await repos.revoke(repo.id, params.member))) throw notFound();
    return undefined;
  });
}

function toJson(
  repoUid: string,
  { id, login, avatar, permissions }: Collaborator,
): CollaboratorJson {
  return {
    user_id: id,
    repo_uid: repoUid,
    login,
    avatar,
    ...permissions,
    synced: 0,
    created: 0,
    updated: 0,
  };
}
