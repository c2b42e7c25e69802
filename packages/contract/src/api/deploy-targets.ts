import { z } from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

const deploymentEvents = ['promote', 'rollback'] as const;

/**
 * Result for one target: `known` if a stage or a step is for it, `new` if it would run but neither the pipeline file nor an
 * earlier deployment names it, `no_stage` if no stage and no step is for it.
 */
export const targetChecks = ['known', 'new', 'no_stage'] as const;

export const deployTargets = z.object({
  /** Targets that the pipeline file names, and those of earlier deployments, by name. */
  targets: z.array(z.string()),
  /** Result for the target of the query; absent without one, and if the pipeline file cannot be read. */
  check: z.optional(z.enum(targetChecks)),
});
export type DeployTargets = z.infer<typeof deployTargets>;

export const getDeployTargets = defineEndpoint({
  method: 'GET',
  path: '/api/repos/:namespace/:name/builds/:build/targets',
  access: 'write',
  summary:
    'List the targets to which a build can be deployed; with `target`, report whether a stage or a step is for it',
  query: z.object({
    event: z.optional(
      z.enum(
        deploymentEvents,
        `Invalid query: event must be one of ${deploymentEvents.join(', ')}`,
      ),
    ),
    target: z.optional(
      z.string().check(z.maxLength(250, 'Invalid query: target has at most 250 characters')),
    ),
  }),
  output: deployTargets,
});
