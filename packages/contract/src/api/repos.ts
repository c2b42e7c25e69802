import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './repos.schema.ts';

export type Permissions = z.infer<typeof schema.permissions>;

export type Repo = z.infer<typeof schema.repo>;

export const getRepo = defineCall<typeof schema.getRepo>()('GET', '/api/repos/:namespace/:name');

export const activateRepo = defineCall<typeof schema.activateRepo>()(
  'POST',
  '/api/repos/:namespace/:name',
);

export type RepoSettings = z.infer<typeof schema.repoSettings>;

export type RepoChanges = z.infer<typeof schema.repoChanges>;

export const updateRepo = defineCall<typeof schema.updateRepo>()(
  'PATCH',
  '/api/repos/:namespace/:name',
);

export const disableRepo = defineCall<typeof schema.disableRepo>()(
  'DELETE',
  '/api/repos/:namespace/:name',
);

export const chownRepo = defineCall<typeof schema.chownRepo>()(
  'POST',
  '/api/repos/:namespace/:name/chown',
);

export const repairRepo = defineCall<typeof schema.repairRepo>()(
  'POST',
  '/api/repos/:namespace/:name/repair',
);

export type Collaborator = z.infer<typeof schema.collaborator>;

export const listCollaborators = defineCall<typeof schema.listCollaborators>()(
  'GET',
  '/api/repos/:namespace/:name/collaborators',
);

export const getCollaborator = defineCall<typeof schema.getCollaborator>()(
  'GET',
  '/api/repos/:namespace/:name/collaborators/:member',
);

export const setCollaborator = defineCall<typeof schema.setCollaborator>()(
  'PUT',
  '/api/repos/:namespace/:name/collaborators/:member',
);

export const deleteCollaborator = defineCall<typeof schema.deleteCollaborator>()(
  'DELETE',
  '/api/repos/:namespace/:name/collaborators/:member',
);
