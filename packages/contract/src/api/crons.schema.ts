import { z } from 'zod/mini';
import { build } from './build.schema.ts';
import { defineDetails } from './endpoint.ts';
import { cronBranch, cronExpression, cronName, cronTarget } from './names.schema.ts';

/** A cron job. `next` and `prev` are unix seconds. */
export const cron = z.object({
  id: z.number(),
  repo_id: z.number(),
  name: z.string(),
  expr: z.string(),
  /** Time zone of the expression. Absent if the server only knows UTC. */
  time_zone: z.optional(z.string()),
  next: z.number(),
  prev: z.number(),
  event: z.string(),
  branch: z.string(),
  target: z.optional(z.string()),
  disabled: z.boolean(),
  /** Reason why the last run started no build. Absent if it did. */
  error: z.optional(z.string()),
  created: z.number(),
  updated: z.number(),
  version: z.number(),
});

const settings = {
  expr: z.optional(cronExpression),
  /** As in `Europe/Vienna`; empty for UTC. `TZ=` or `CRON_TZ=` in the expression takes precedence. */
  time_zone: z.optional(cronExpression),
  target: z.optional(cronTarget),
  disabled: z.optional(z.boolean()),
};

export const newCron = z.object({ name: cronName, branch: cronBranch, ...settings });

export const cronChange = z.object({ branch: z.optional(cronBranch), ...settings });

export const listCrons = defineDetails({
  access: 'write',
  forAuditors: true,
  summary: 'List the cron jobs of a repository',
  output: z.array(cron),
});

export const createCron = defineDetails({
  access: 'write',
  accessToken: 'admin',
  summary: 'Add a cron job',
  audit: { action: 'cron.create', fields: ['name', 'expr', 'time_zone', 'branch', 'target'] },
  body: newCron,
  ignoresUnknown: true,
  output: cron,
});

export const getCron = defineDetails({
  access: 'write',
  summary: 'Get a cron job',
  forPrograms: 'The list has the same',
  output: cron,
});

const cronTimes = z.object({
  time_zone: z.string(),
  /** Unix seconds, at most three. */
  times: z.array(z.number()),
});

export const previewCron = defineDetails({
  access: 'write',
  summary: 'Get the time zone and the next three times of a schedule',
  query: z.object({ expr: cronExpression, time_zone: z.optional(cronExpression) }),
  output: cronTimes,
});

export const runCron = defineDetails({
  access: 'write',
  summary: 'Start the build of a cron job now',
  audit: { action: 'cron.run' },
  startsOnce: true,
  output: z.nullable(build),
});

export const updateCron = defineDetails({
  access: 'write',
  accessToken: 'admin',
  summary: 'Change branch, target, expression, time zone or the disabled flag',
  audit: { action: 'cron.update', fields: ['expr', 'time_zone', 'branch', 'target', 'disabled'] },
  body: cronChange,
  ignoresUnknown: true,
  output: cron,
});

export const deleteCron = defineDetails({
  access: 'write',
  accessToken: 'admin',
  summary: 'Delete a cron job',
  audit: { action: 'cron.delete' },
});
