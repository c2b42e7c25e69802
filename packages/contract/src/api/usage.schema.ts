import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import { usageGroups } from './usage.ts';

const day = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Invalid query: a day is written as YYYY-MM-DD'));

const query = z.object({
  /** First day; 30 days ago if absent. Days are those of UTC. */
  from: z.optional(day),
  /** Last day; today if absent. */
  to: z.optional(day),
  /** `namespace` if absent. */
  by: z.optional(z.enum(usageGroups, `Invalid query: by must be one of ${usageGroups.join(', ')}`)),
  /** `csv` for a table. */
  format: z.optional(z.enum(['csv'], 'Invalid query: format must be csv')),
});

const amounts = {
  stages: z.number(),
  /** Time that runners worked. */
  seconds: z.number(),
  /** Time that stages waited for a runner. */
  waited: z.number(),
  /** Price of the working time; absent if no price is set. */
  cost: z.optional(z.number()),
};

/** Use of runners by finished builds, most first; by day, in its order. */
export const usage = z.object({
  from: z.string(),
  to: z.string(),
  /** Name of the currency; empty if none is set. */
  currency: z.string(),
  total: z.object(amounts),
  groups: z.array(
    z.object({
      name: z.string(),
      ...amounts,
      /** Stored bytes now, of an organization or account. */
      stored: z.optional(z.number()),
    }),
  ),
});

export const getUsage = defineDetails({
  access: 'system',
  summary: 'Get the use of runners by organization, repository, person, runner, labels or day',
  query,
  output: usage,
});

export const getOrganizationUsage = defineDetails({
  access: 'owner',
  forAuditors: true,
  forPrograms: 'For bills of owners; administrators see all in System Administration',
  summary: 'Get the use of runners by the repositories of an organization',
  query,
  output: usage,
});
