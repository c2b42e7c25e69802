import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './protected-refs.schema.ts';

/** Maximum number of patterns of branches, and of tags. */
export const maxProtectedRefs = 50;

export type ProtectedRefs = z.infer<typeof schema.protectedRefs>;

const path = '/api/repos/:namespace/:name/protected-refs';

export const getProtectedRefs = defineCall<typeof schema.getProtectedRefs>()('GET', path);

export const updateProtectedRefs = defineCall<typeof schema.updateProtectedRefs>()('PUT', path);
