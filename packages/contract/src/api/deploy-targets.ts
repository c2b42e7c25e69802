import type { z } from 'zod/mini';
import type * as schema from './deploy-targets.schema.ts';
import { defineCall } from './endpoint.ts';

/**
 * Result for one target: `known` if a stage or a step is for it, `new` if it would run but neither the pipeline file nor an
 * earlier deployment names it, `no_stage` if no stage and no step is for it.
 */
export const targetChecks = ['known', 'new', 'no_stage'] as const;

export type DeployTargets = z.infer<typeof schema.deployTargets>;

export const getDeployTargets = defineCall<typeof schema.getDeployTargets>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/targets',
);
