import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';

/** Another repository that builds of a repository may read, or whose builds may read the repository. */
export const buildAccess = z.object({
  /** `namespace/name` of the other repository. */
  slug: z.string(),
  /** Login of the account that added it. */
  added_by: z.string(),
  created: z.number(),
});

export const listBuildAccess = defineDetails({
  access: 'admin',
  forAuditors: true,
  summary: 'List the other repositories that builds of a repository may read',
  output: z.array(buildAccess),
});

export const addBuildAccess = defineDetails({
  access: 'admin',
  summary: 'Allow builds of a repository to read another one of the built-in git hosting',
  audit: { action: 'build_access.add' },
  output: buildAccess,
});

export const removeBuildAccess = defineDetails({
  access: 'admin',
  summary: 'No longer allow builds of a repository to read another one',
  audit: { action: 'build_access.remove' },
});

export const listBuildReaders = defineDetails({
  access: 'admin',
  forAuditors: true,
  summary: 'List the other repositories whose builds may read a repository',
  output: z.array(buildAccess),
});

export const removeBuildReader = defineDetails({
  access: 'admin',
  summary: 'No longer allow builds of another repository to read a repository',
  audit: { action: 'build_access.revoke' },
});
