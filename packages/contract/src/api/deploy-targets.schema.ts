import { z } from 'zod/mini';
import { targetChecks } from './deploy-targets.ts';
import { defineDetails } from './endpoint.ts';

const deploymentEvents = ['promote', 'rollback'] as const;

export const deployTargets = z.object({
  /** Targets that the pipeline file names, and those of earlier deployments, by name. */
  targets: z.array(z.string()),
  /** Result for the target of the query; absent without one, and if the pipeline file cannot be read. */
  check: z.optional(z.enum(targetChecks)),
});

export const getDeployTargets = defineDetails({
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
