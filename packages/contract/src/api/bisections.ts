import type { z } from 'zod/mini';
import type * as schema from './bisections.schema.ts';
import { defineCall } from './endpoint.ts';

const path = '/api/repos/:namespace/:name/bisections' as const;

const settingsPath = '/api/repos/:namespace/:name/bisection-settings' as const;

export type Bisection = z.infer<typeof schema.bisection>;

export type BisectionCommit = z.infer<typeof schema.commit>;

export type BisectionRun = z.infer<typeof schema.run>;

export type BisectionDetails = z.infer<typeof schema.bisectionDetails>;

export type NewBisection = z.infer<typeof schema.newBisection>;

export type BisectionSettings = z.infer<typeof schema.bisectionSettings>;

export const listBisections = defineCall<typeof schema.listBisections>()('GET', path);

export const startBisection = defineCall<typeof schema.startBisection>()('POST', path);

export type BisectionRange = z.infer<typeof schema.bisectionRange>;

export const getBisectionRange = defineCall<typeof schema.getBisectionRange>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/bisection-range/:stage/:step',
);

export const getBisection = defineCall<typeof schema.getBisection>()('GET', `${path}/:bisection`);

export const cancelBisection = defineCall<typeof schema.cancelBisection>()(
  'DELETE',
  `${path}/:bisection`,
);

export const getBisectionSettings = defineCall<typeof schema.getBisectionSettings>()(
  'GET',
  settingsPath,
);

export const updateBisectionSettings = defineCall<typeof schema.updateBisectionSettings>()(
  'PATCH',
  settingsPath,
);
