import { z } from 'zod/mini';
import { build } from './builds.ts';
import { defineEndpoint } from './endpoint.ts';

/** A schedule. `next` and `prev` are unix seconds. */
export const cron = z.object({
  id: z.number(),
  repo_id: z.number(),
  name: z.string(),
  expr: z.string(),
  next: z.number(),
  prev: z.number(),
  event: z.string(),
  branch: z.string(),
  target: z.optional(z.string()),
  disabled: z.boolean(),
  created: z.number(),
  updated: z.number(),
  version: z.number(),
});
export type Cron = z.infer<typeof cron>;

const path = '/api/repos/:namespace/:name/cron';

export const cronInput = z.object({
  name: z.optional(z.string()),
  expr: z.optional(z.string()),
  branch: z.optional(z.string()),
  target: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
});
export type CronInput = z.infer<typeof cronInput>;

export const listCrons = defineEndpoint({
  method: 'GET',
  path,
  access: 'write',
  summary: 'The cron jobs of a repository',
  output: z.array(cron),
});

export const createCron = defineEndpoint({
  method: 'POST',
  path,
  access: 'write',
  summary: 'Add a cron job',
  body: cronInput,
  output: cron,
});

export const getCron = defineEndpoint({
  method: 'GET',
  path: `${path}/:cron`,
  access: 'write',
  summary: 'One cron job',
  output: cron,
});

export const runCron = defineEndpoint({
  method: 'POST',
  path: `${path}/:cron`,
  access: 'write',
  summary: 'Start the build of a cron job now',
  output: z.nullable(build),
});

export const updateCron = defineEndpoint({
  method: 'PATCH',
  path: `${path}/:cron`,
  access: 'write',
  summary: 'Change branch, target, expression or the disabled flag',
  body: cronInput,
  output: cron,
});

export const deleteCron = defineEndpoint({
  method: 'DELETE',
  path: `${path}/:cron`,
  access: 'write',
  summary: 'Delete a cron job',
});
