import type { z } from 'zod/mini';
import type * as schema from './build-access.schema.ts';
import { defineCall } from './endpoint.ts';

export type BuildAccess = z.infer<typeof schema.buildAccess>;

const accessPath = '/api/repos/:namespace/:name/build-access';

const readersPath = '/api/repos/:namespace/:name/build-readers';

export const listBuildAccess = defineCall<typeof schema.listBuildAccess>()('GET', accessPath);

export const addBuildAccess = defineCall<typeof schema.addBuildAccess>()('PUT', `${accessPath}/*`);

export const removeBuildAccess = defineCall<typeof schema.removeBuildAccess>()(
  'DELETE',
  `${accessPath}/*`,
);

export const listBuildReaders = defineCall<typeof schema.listBuildReaders>()('GET', readersPath);

export const removeBuildReader = defineCall<typeof schema.removeBuildReader>()(
  'DELETE',
  `${readersPath}/*`,
);
