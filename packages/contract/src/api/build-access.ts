import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** Another repository that builds of a repository may read, or whose builds may read the repository. */
const buildAccess = z.object({
  /** `namespace/name` of the other repository. */
  slug: z.string(),
  /** Login of the account that added it. */
  added_by: z.string(),
  created: z.number(),
});
export type BuildAccess = z.infer<typeof buildAccess>;

const accessPath = '/api/repos/:namespace/:name/build-access';
const readersPath = '/api/repos/:namespace/:name/build-readers';

export const listBuildAccess = defineEndpoint({
  method: 'GET',
  path: accessPath,
  access: 'admin',
  summary: 'List the other repositories that builds of a repository may read',
  output: z.array(buildAccess),
});

export const addBuildAccess = defineEndpoint({
  method: 'PUT',
  path: `${accessPath}/*`,
  access: 'admin',
  summary: 'Allow builds of a repository to read another one of the built-in git hosting',
  audit: { action: 'build_access.add' },
  output: buildAccess,
});

export const removeBuildAccess = defineEndpoint({
  method: 'DELETE',
  path: `${accessPath}/*`,
  access: 'admin',
  summary: 'No longer allow builds of a repository to read another one',
  audit: { action: 'build_access.remove' },
});

export const listBuildReaders = defineEndpoint({
  method: 'GET',
  path: readersPath,
  access: 'admin',
  summary: 'List the other repositories whose builds may read a repository',
  output: z.array(buildAccess),
});

export const removeBuildReader = defineEndpoint({
  method: 'DELETE',
  path: `${readersPath}/*`,
  access: 'admin',
  summary: 'No longer allow builds of another repository to read a repository',
  audit: { action: 'build_access.revoke' },
});
