import type { z } from 'zod/mini';
import type * as schema from './page-config.schema.ts';

/** Id of the JSON block in the served page with the settings of the server. */
export const pageConfigId = 'millrace-config';

export type PageConfig = z.infer<typeof schema.pageConfig>;
