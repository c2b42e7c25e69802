import { z } from 'zod/mini';
import { buildEvents, buildPriorities, chosenPriorities } from '../vocabulary.ts';
import { build } from './build.schema.ts';
import { defineDetails } from './endpoint.ts';
import { maxPriorityRules } from './priorities.ts';

const priority = z.enum(buildPriorities);

/** Builds that match all of a rule have its priority. */
export const priorityRule = z.object({
  event: z.optional(z.enum(buildEvents)),
  /** Pattern of the branch or tag. */
  branch: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'A pattern of a branch is empty'),
        z.maxLength(250, 'A pattern of a branch has at most 250 characters'),
      ),
  ),
  priority,
});

/** Priority of the builds of a repository. The first rule that matches decides. */
export const repoPriority = z.object({
  priority,
  rules: z
    .array(priorityRule)
    .check(z.maxLength(maxPriorityRules, `At most ${maxPriorityRules} rules are possible`)),
});

export const getRepoPriority = defineDetails({
  access: 'write',
  forAuditors: true,
  summary: 'Get the priority of the builds of a repository',
  output: repoPriority,
});

export const setRepoPriority = defineDetails({
  access: 'admin',
  summary: 'Set the priority of the builds of a repository; only system admins set `high`',
  audit: { action: 'repo.prioritize', fields: ['priority'] },
  body: repoPriority,
  output: repoPriority,
});

export const prioritizeBuild = defineDetails({
  access: 'admin',
  summary: 'Change the priority of the stages of a build that no runner has claimed yet',
  audit: { action: 'build.prioritize', fields: ['priority'] },
  whileReadOnly: true,
  body: z.object({ priority: z.enum(chosenPriorities) }),
  output: build,
});
