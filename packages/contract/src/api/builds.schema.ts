import { z } from 'zod/mini';
import { build } from './build.schema.ts';
import { buildFilter } from './build-filter.schema.ts';
import { defineDetails } from './endpoint.ts';
import { branchText, isBranchOrTag, referenceMessage } from './names.schema.ts';

/** Selects an earlier attempt instead of the newest one. */
export const attemptQuery = z.object({
  attempt: z.optional(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Invalid query: attempt must be its number')),
  ),
});

export const listBuilds = defineDetails({
  access: 'read',
  summary: 'List the builds of a repository, newest first',
  query: z.extend(buildFilter, {
    page: z.optional(z.string()),
    per_page: z.optional(z.string()),
  }),
  output: z.array(build),
});

export const createBuild = defineDetails({
  access: 'write',
  summary: 'Start a build of a branch, a tag or a commit; `null` if the pipeline file skips it',
  audit: { action: 'build.start', fields: ['branch', 'commit'] },
  startsOnce: true,
  query: z
    .record(z.string(), z.string())
    .check(z.refine(({ branch = '' }) => isBranchOrTag(branch), referenceMessage)),
  output: z.nullable(build),
});

export const getBuild = defineDetails({
  access: 'read',
  summary: 'Get a build with the stages and steps of its newest or the given attempt',
  query: attemptQuery,
  output: build,
});

export const getPipelineFile = defineDetails({
  access: 'read',
  summary: 'Get the pipeline file that a build ran',
  output: z.object({ text: z.string() }),
});

export const getSourceFile = defineDetails({
  access: 'read',
  summary: 'Get the pipeline file of a build as committed, before conversion',
  output: z.object({ text: z.string() }),
});

export const restartBuild = defineDetails({
  access: 'write',
  summary: 'Restart a build under a new number, or its failed stages under the same number',
  audit: { action: 'build.restart', fields: ['only', 'debug', 'pause_stage', 'pause_step'] },
  startsOnce: true,
  query: z.record(z.string(), z.string()),
  output: z.nullable(build),
});

/** Open to readers because the person who started a build may cancel it; the service checks this. */
export const cancelBuild = defineDetails({
  access: 'read',
  summary: 'Cancel a pending or running build',
  audit: { action: 'build.cancel' },
  whileReadOnly: true,
  output: build,
});

/**
 * Without any of these keys, the response contains all branches with their newest builds, whatever these repeat. With a
 * key, each branch has the build that is its state: the newest one of its newest pushed commit. With a key of the search,
 * it is a page of branches, the default branch first. Other servers ignore the keys.
 */
const branchSearch = z.object({
  /** Part of the name, case-insensitive. */
  q: z.optional(z.string().check(z.maxLength(250, 'Invalid query: q has at most 250 characters'))),
  page: z.optional(z.string()),
  per_page: z.optional(z.string()),
  /** `true` alone requests the states of all branches. */
  state: z.optional(z.literal('true')),
});

export const listBranches = defineDetails({
  access: 'read',
  summary:
    'List the existing branches with their latest build; with `state=true` or a search, with the build of their newest commit',
  query: branchSearch,
  output: z.array(build),
});

export const deleteBranch = defineDetails({
  access: 'write',
  summary: 'Remove a branch from the list',
  audit: { action: 'latest_build.remove' },
});

export const listPullRequests = defineDetails({
  access: 'read',
  summary: 'List the open pull requests with their latest build',
  forPrograms: 'There is no list of pull requests in the specified interface',
  output: z.array(build),
});

export const deletePullRequest = defineDetails({
  access: 'write',
  summary: 'Remove a pull request from the list',
  forPrograms: 'There is no list of pull requests in the specified interface',
  audit: { action: 'latest_build.remove' },
});

export const listDeployments = defineDetails({
  access: 'read',
  summary: 'List the deployment targets with their latest build',
  output: z.array(build),
});

export const deleteDeployment = defineDetails({
  access: 'write',
  summary: 'Remove a deployment target from the list',
  audit: { action: 'latest_build.remove' },
});

export const getLatestBuild = defineDetails({
  access: 'read',
  summary:
    'Get the newest build of a ref, a branch or the default branch; with `state=true`, the newest one of its newest commit',
  forPrograms: 'The list of builds begins with it',
  query: z.object({
    ref: z.optional(z.string()),
    branch: z.optional(branchText),
    /** Servers that do not know it return the newest build. */
    state: z.optional(z.literal('true')),
  }),
  output: build,
});

/** Every query key except `target` is a build parameter. */
const deployQuery = z.record(z.string(), z.string());

export const promoteBuild = defineDetails({
  access: 'write',
  summary: 'Promote a build to the deployment target `target`, as a new build',
  audit: { action: 'build.promote', fields: ['target'] },
  startsOnce: true,
  query: deployQuery,
  output: z.nullable(build),
});

export const rollbackBuild = defineDetails({
  access: 'write',
  summary: 'Roll the deployment target `target` back to a build, as a new build',
  audit: { action: 'build.rollback', fields: ['target'] },
  startsOnce: true,
  query: deployQuery,
  output: z.nullable(build),
});

/** Existing clients send no body. */
const decisionNote = z.object({
  note: z.optional(
    z.string().check(z.maxLength(500, 'Invalid body: note has more than 500 characters')),
  ),
});

export const approveStage = defineDetails({
  access: 'write',
  summary: 'Approve a blocked stage, or start a manual one',
  audit: { action: 'stage.approve', fields: ['note'] },
  body: decisionNote,
});

export const declineStage = defineDetails({
  access: 'write',
  summary: 'Decline a blocked or a manual stage; when all are declined, so is the build',
  audit: { action: 'stage.decline', fields: ['note'] },
  body: decisionNote,
});

export const declineBuild = defineDetails({
  access: 'write',
  summary: 'Decline every blocked stage of a build',
  forPrograms: 'The page declines the stage that waits, as specified',
  audit: { action: 'build.decline' },
});

export const pinBuild = defineDetails({
  access: 'write',
  summary: 'Pin a build, so that neither retention nor a deletion of old builds deletes it',
  audit: { action: 'build.pin' },
  output: build,
});

export const unpinBuild = defineDetails({
  access: 'write',
  summary: 'Unpin a build',
  audit: { action: 'build.unpin' },
  output: build,
});

export const purgeBuilds = defineDetails({
  access: 'admin',
  summary: 'Delete the finished builds with a number below `before`, except pinned ones',
  audit: { action: 'build.purge', fields: ['before'] },
  query: z.object({ before: z.string() }),
});
