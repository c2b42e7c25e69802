import { z } from 'zod/mini';
import { build } from './build.ts';
import { defineEndpoint } from './endpoint.ts';
import { cronBranch, cronExpression, cronName, cronTarget } from './names.ts';

/** A cron job. `next` and `prev` are unix seconds. */
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

const settings = {
  expr: z.optional(cronExpression),
  target: z.optional(cronTarget),
  disabled: z.optional(z.boolean()),
};
export const newCron = z.object({ name: cronName, branch: cronBranch, ...settings });
export type NewCron = z.infer<typeof newCron>;

export const cronChange = z.object({ branch: z.optional(cronBranch), ...settings });
export type CronChange = z.infer<typeof cronChange>;

export const listCrons = defineEndpoint({
  method: 'GET',
  path,
  access: 'write',
  summary: 'List the cron jobs of a repository',
  output: z.array(cron),
});

export const createCron = defineEndpoint({
  method: 'POST',
  path,
  access: 'write',
  summary: 'Add a cron job',
  audit: { action: 'cron.create', fields: ['name', 'expr', 'branch', 'target'] },
  body: newCron,
  output: cron,
});

export const getCron = defineEndpoint({
  method: 'GET',
  path: `${path}/:cron`,
  access: 'write',
  summary: 'Get a cron job',
  output: cron,
});

export const runCron = defineEndpoint({
  method: 'POST',
  path: `${path}/:cron`,
  access: 'write',
  summary: 'Start the build of a cron job now',
  audit: { action: 'cron.run' },
  output: z.nullable(build),
});

export const updateCron = defineEndpoint({
  method: 'PATCH',
  path: `${path}/:cron`,
  access: 'write',
  summary: 'Change branch, target, expression or the disabled flag',
  audit: { action: 'cron.update', fields: ['expr', 'branch', 'target', 'disabled'] },
  body: cronChange,
  output: cron,
});

export const deleteCron = defineEndpoint({
  method: 'DELETE',
  path: `${path}/:cron`,
  access: 'write',
  summary: 'Delete a cron job',
  audit: { action: 'cron.delete' },
});
