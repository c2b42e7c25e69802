import { z } from 'zod/mini';
import { buildEvents, statuses } from '../vocabulary.ts';
import { buildFilter } from './build-filter.ts';
import { defineEndpoint } from './endpoint.ts';
import { stageWaiting } from './stage-waiting.ts';

const status = z.enum(statuses);
/** Unix seconds; absent or 0 means "not yet". */
const optionalTime = z.optional(z.number());

/** `step_id` holds the id of the stage: the name is historic and existing runners send it. */
export const step = z.object({
  id: z.number(),
  step_id: z.number(),
  number: z.number(),
  name: z.string(),
  status,
  error: z.optional(z.string()),
  errignore: z.optional(z.boolean()),
  exit_code: z.number(),
  started: optionalTime,
  stopped: optionalTime,
  version: z.number(),
  depends_on: z.optional(z.array(z.string())),
  image: z.optional(z.string()),
  detached: z.optional(z.boolean()),
  schema: z.optional(z.string()),
  /** True if the step has a Markdown summary. */
  summary: z.optional(z.boolean()),
});
export type Step = z.infer<typeof step>;

export const stage = z.object({
  id: z.number(),
  repo_id: z.number(),
  build_id: z.number(),
  number: z.number(),
  name: z.string(),
  kind: z.optional(z.string()),
  type: z.optional(z.string()),
  status,
  error: z.optional(z.string()),
  errignore: z.boolean(),
  exit_code: z.number(),
  machine: z.optional(z.string()),
  os: z.string(),
  arch: z.string(),
  variant: z.optional(z.string()),
  kernel: z.optional(z.string()),
  limit: z.optional(z.number()),
  started: z.number(),
  stopped: z.number(),
  created: z.number(),
  updated: z.number(),
  version: z.number(),
  on_success: z.boolean(),
  on_failure: z.boolean(),
  /** Account that approved or declined the stage. */
  decided_by: z.optional(z.string()),
  depends_on: z.optional(z.array(z.string())),
  labels: z.optional(z.record(z.string(), z.string())),
  /** Attempt in which the stage ran. Absent on servers without attempts. */
  attempt: z.optional(z.number()),
  /** Present in responses for a single build. */
  waiting: z.optional(stageWaiting),
  steps: z.optional(z.array(step)),
});
export type Stage = z.infer<typeof stage>;

/** One run of a build's stages: the first run, or a restart of the failed stages. */
export const buildAttempt = z.object({
  number: z.number(),
  /** Account that requested the attempt. */
  login: z.string(),
  status,
  created: z.number(),
  started: z.number(),
  finished: z.number(),
});
export type BuildAttempt = z.infer<typeof buildAttempt>;

/** Number of tests per status; errors count as failed. */
const testSummary = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/**
 * A build. Lists leave `stages` out. `version` grows with every change of the build, its stages and its
 * steps, so the higher version is the newer one.
 */
export const build = z.object({
  id: z.number(),
  repo_id: z.number(),
  trigger: z.string(),
  number: z.number(),
  parent: z.optional(z.number()),
  status,
  error: z.optional(z.string()),
  /** Parts of the pipeline file that have no effect here, with their position; absent in lists. */
  warnings: z.optional(z.array(z.string())),
  event: z.enum(buildEvents),
  action: z.string(),
  link: z.string(),
  timestamp: z.number(),
  title: z.optional(z.string()),
  message: z.string(),
  before: z.string(),
  after: z.string(),
  ref: z.string(),
  source_repo: z.string(),
  source: z.string(),
  target: z.string(),
  author_login: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  author_avatar: z.string(),
  sender: z.string(),
  params: z.optional(z.record(z.string(), z.string())),
  cron: z.optional(z.string()),
  deploy_to: z.optional(z.string()),
  debug: z.optional(z.boolean()),
  /** Account that canceled the build. */
  canceled_by: z.optional(z.string()),
  started: z.number(),
  finished: z.number(),
  created: z.number(),
  updated: z.number(),
  version: z.number(),
  /** Number of the current attempt, from 1. Absent on servers without attempts. */
  attempt: z.optional(z.number()),
  /** All attempts. Present in responses for a single build with more than one. */
  attempts: z.optional(z.array(buildAttempt)),
  /** Number of artifacts. Present in responses for a single build that has some. */
  artifacts: z.optional(z.number()),
  /** Present in responses for a single build that has test results. */
  tests: z.optional(testSummary),
  /** In lists: stage and step number of the first failed step, or else of the first running one. */
  focus: z.optional(z.object({ stage: z.number(), step: z.number() })),
  stages: z.optional(z.array(stage)),
});
export type Build = z.infer<typeof build>;

/** Selects an earlier attempt instead of the newest one. */
export const attemptQuery = z.object({
  attempt: z.optional(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Invalid query: attempt must be its number')),
  ),
});

const buildsPath = '/api/repos/:namespace/:name/builds';

/** Default page size of build lists; `per_page` overrides it. */
export const buildPageSize = 50;

export const listBuilds = defineEndpoint({
  method: 'GET',
  path: buildsPath,
  access: 'read',
  summary: 'List the builds of a repository, newest first',
  query: z.extend(buildFilter, {
    page: z.optional(z.string()),
    per_page: z.optional(z.string()),
  }),
  output: z.array(build),
});

/** Every query key except `branch` and `commit` is a build parameter. */
export const createBuild = defineEndpoint({
  method: 'POST',
  path: buildsPath,
  access: 'write',
  summary: 'Start a build of a branch or a commit; `null` if the pipeline file skips it',
  query: z.record(z.string(), z.string()),
  output: z.nullable(build),
});

export const getBuild = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/:build`,
  access: 'read',
  summary: 'Get a build with the stages and steps of its newest or the given attempt',
  query: attemptQuery,
  output: build,
});

export const getPipelineFile = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/:build/file`,
  access: 'read',
  summary: 'Get the pipeline file that a build ran',
  output: z.object({ text: z.string() }),
});

export const getSourceFile = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/:build/file/source`,
  access: 'read',
  summary: 'Get the pipeline file of a build as committed, before conversion',
  output: z.object({ text: z.string() }),
});

/**
 * Restarts a build. Every query key except `debug` overrides a parameter of the original build. With
 * `only=failed`, no build is created: the failed, killed and skipped stages of this build run again as its
 * next attempt, and all other keys are ignored.
 */
export const restartBuild = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build`,
  access: 'write',
  summary: 'Restart a build under a new number, or its failed stages under the same number',
  query: z.record(z.string(), z.string()),
  output: z.nullable(build),
});

/** Open to readers because the person who started a build may cancel it; the service checks this. */
export const cancelBuild = defineEndpoint({
  method: 'DELETE',
  path: `${buildsPath}/:build`,
  access: 'read',
  summary: 'Cancel a pending or running build',
  output: build,
});

/**
 * Without any of these keys, the response contains all branches. With a key, it is a page of branches, the
 * default branch first. Servers without this search always return all branches.
 */
const branchSearch = z.object({
  /** Part of the name, case-insensitive. */
  q: z.optional(z.string().check(z.maxLength(250, 'Invalid query: q has at most 250 characters'))),
  page: z.optional(z.string()),
  per_page: z.optional(z.string()),
});

export const listBranches = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/branches`,
  access: 'read',
  summary:
    'List the existing branches with their latest build; with a query, a page of the matching branches',
  query: branchSearch,
  output: z.array(build),
});

export const deleteBranch = defineEndpoint({
  method: 'DELETE',
  path: `${buildsPath}/branches/*`,
  access: 'write',
  summary: 'Remove a branch from the list',
});

export const listPullRequests = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/pulls`,
  access: 'read',
  summary: 'List the open pull requests with their latest build',
  output: z.array(build),
});

export const deletePullRequest = defineEndpoint({
  method: 'DELETE',
  path: `${buildsPath}/pulls/:pull`,
  access: 'write',
  summary: 'Remove a pull request from the list',
});

export const listDeployments = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/deployments`,
  access: 'read',
  summary: 'List the deployment targets with their latest build',
  output: z.array(build),
});

export const deleteDeployment = defineEndpoint({
  method: 'DELETE',
  path: `${buildsPath}/deployments/*`,
  access: 'write',
  summary: 'Remove a deployment target from the list',
});

export const getLatestBuild = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/latest`,
  access: 'read',
  summary: 'Get the newest build of a ref, a branch or the default branch',
  query: z.object({ ref: z.optional(z.string()), branch: z.optional(z.string()) }),
  output: build,
});

/** Every query key except `target` is a build parameter. */
const deployQuery = z.record(z.string(), z.string());

export const promoteBuild = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/promote`,
  access: 'write',
  summary: 'Promote a build to the deployment target `target`, as a new build',
  query: deployQuery,
  output: z.nullable(build),
});

export const rollbackBuild = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/rollback`,
  access: 'write',
  summary: 'Roll the deployment target `target` back to a build, as a new build',
  query: deployQuery,
  output: z.nullable(build),
});

export const approveStage = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/approve/:stage`,
  access: 'write',
  summary: 'Approve a blocked stage',
});

export const declineStage = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/decline/:stage`,
  access: 'write',
  summary: 'Decline a blocked stage; when all are declined, so is the build',
});

export const declineBuild = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/decline`,
  access: 'write',
  summary: 'Decline every blocked stage of a build',
});

export const purgeBuilds = defineEndpoint({
  method: 'DELETE',
  path: buildsPath,
  access: 'admin',
  summary: 'Delete the builds with a number below `before`',
  query: z.object({ before: z.string() }),
});
