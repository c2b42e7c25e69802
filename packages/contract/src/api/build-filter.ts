import type { z } from 'zod/mini';
import type * as schema from './build-filter.schema.ts';

export type BuildFilter = z.infer<typeof schema.buildFilter>;
