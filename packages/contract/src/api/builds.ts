import { z } from 'zod/mini';
import { buildEvents, statuses } from '../vocabulary.ts';
import { buildFilter } from './build-filter.ts';
import { defineEndpoint } from './endpoint.ts';
import { stageWaiting } from './stage-waiting.ts';

const status = z.enum(statuses);
/** Unix seconds; absent or 0 means "not yet". */
const optionalTime = z.optional(z.number());

/** `step_id` is the id of the stage: the name is historic and existing runners send it. */
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
  /** Whether it says something of itself in Markdown. */
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
  /** The account that approved or declined it. */
  decided_by: z.optional(z.string()),
  depends_on: z.optional(z.array(z.string())),
  labels: z.optional(z.record(z.string(), z.string())),
  /** The attempt of its build that it ran in; servers that know no attempts leave it out. */
  attempt: z.optional(z.number()),
  /** In answers of a single build. */
  waiting: z.optional(stageWaiting),
  steps: z.optional(z.array(step)),
});
export type Stage = z.infer<typeof stage>;

/** One time that the stages of a build ran: the first, or a restart of those that had failed. */
export const buildAttempt = z.object({
  number: z.number(),
  /** Who asked for it. */
  login: z.string(),
  status,
  created: z.number(),
  started: z.number(),
  finished: z.number(),
});
export type BuildAttempt = z.infer<typeof buildAttempt>;

/** How many tests came to what; errors count as failed. */
const testSummary = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/**
 * Lists leave `stages` out. `version` grows with every change of the build, its stages and its
 * steps, so the higher one is the newer.
 */
export const build = z.object({
  id: z.number(),
  repo_id: z.number(),
  trigger: z.string(),
  number: z.number(),
  parent: z.optional(z.number()),
  status,
  error: z.optional(z.string()),
  /** What the pipeline file has that means nothing here, each with its place; not in lists. */
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
  /** The account that canceled it. */
  canceled_by: z.optional(z.string()),
  started: z.number(),
  finished: z.number(),
  created: z.number(),
  updated: z.number(),
  version: z.number(),
  /** Counts from 1, how often its failed stages were started again; servers that know no attempts leave it out. */
  attempt: z.optional(z.number()),
  /** All of them, in answers of a single build that has more than one. */
  attempts: z.optional(z.array(buildAttempt)),
  /** How many files its steps left, in answers of a single build that has some. */
  artifacts: z.optional(z.number()),
  /** In answers of a single build that has results of tests. */
  tests: z.optional(testSummary),
  /** In lists: the numbers of the first step that failed, or of the first that runs. */
  focus: z.optional(z.object({ stage: z.number(), step: z.number() })),
  stages: z.optional(z.array(stage)),
});
export type Build = z.infer<typeof build>;

/** An earlier attempt in place of the newest one. */
export const attemptQuery = z.object({
  attempt: z.optional(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Invalid query: attempt must be its number')),
  ),
});

const buildsPath = '/api/repos/:namespace/:name/builds';

/** Builds on one page of a list, unless `per_page` says otherwise. */
export const buildPageSize = 50;

export const listBuilds = defineEndpoint({
  method: 'GET',
  path: buildsPath,
  access: 'read',
  summary: 'The builds of a repository, newest first',
  query: z.extend(buildFilter, {
    page: z.optional(z.string()),
    per_page: z.optional(z.string()),
  }),
  output: z.array(build),
});

/** Every query key beside `branch` and `commit` is a parameter of the build. */
export const createBuild = defineEndpoint({
  method: 'POST',
  path: buildsPath,
  access: 'write',
  summary: 'Start a build of a branch or a commit; `null` where the pipeline skips it',
  query: z.record(z.string(), z.string()),
  output: z.nullable(build),
});

export const getBuild = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/:build`,
  access: 'read',
  summary: 'A build with its stages and steps, in its newest attempt or in the one that is named',
  query: attemptQuery,
  output: build,
});

export const getPipelineFile = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/:build/file`,
  access: 'read',
  summary: 'The pipeline file of a build, as it was carried out',
  output: z.object({ text: z.string() }),
});

export const getSourceFile = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/:build/file/source`,
  access: 'read',
  summary: 'The pipeline file of a build as its commit holds it, before conversion',
  output: z.object({ text: z.string() }),
});

/**
 * Every query key beside `debug` is a parameter that replaces one of the build before. With
 * `only=failed` there is no new build: the stages of this one that failed, were killed or skipped run
 * again as its next attempt, and no other key is looked at.
 */
export const restartBuild = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build`,
  access: 'write',
  summary: 'Start the build again under a new number, or what failed of it under its own',
  query: z.record(z.string(), z.string()),
  output: z.nullable(build),
});

/** Open to readers because whoever started a build may cancel it; the service decides. */
export const cancelBuild = defineEndpoint({
  method: 'DELETE',
  path: `${buildsPath}/:build`,
  access: 'read',
  summary: 'Cancel a build that is pending or running',
  output: build,
});

/**
 * Without any of these, the answer has all branches. With one, it has a page of branches, the default branch
 * first. Servers that do not know the search answer with all branches.
 */
const branchSearch = z.object({
  /** Part of the name, in upper or lower case. */
  q: z.optional(z.string().check(z.maxLength(250, 'Invalid query: q has at most 250 characters'))),
  page: z.optional(z.string()),
  per_page: z.optional(z.string()),
});

export const listBranches = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/branches`,
  access: 'read',
  summary: 'The latest build of each branch that exists; with a query, a page of the matching ones',
  query: branchSearch,
  output: z.array(build),
});

export const deleteBranch = defineEndpoint({
  method: 'DELETE',
  path: `${buildsPath}/branches/*`,
  access: 'write',
  summary: 'Take a branch off the list',
});

export const listPullRequests = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/pulls`,
  access: 'read',
  summary: 'The latest build of each open pull request',
  output: z.array(build),
});

export const deletePullRequest = defineEndpoint({
  method: 'DELETE',
  path: `${buildsPath}/pulls/:pull`,
  access: 'write',
  summary: 'Take a pull request off the list',
});

export const listDeployments = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/deployments`,
  access: 'read',
  summary: 'The latest build of each environment',
  output: z.array(build),
});

export const deleteDeployment = defineEndpoint({
  method: 'DELETE',
  path: `${buildsPath}/deployments/*`,
  access: 'write',
  summary: 'Take an environment off the list',
});

export const getLatestBuild = defineEndpoint({
  method: 'GET',
  path: `${buildsPath}/latest`,
  access: 'read',
  summary: 'The newest build of a ref, a branch or the default branch',
  query: z.object({ ref: z.optional(z.string()), branch: z.optional(z.string()) }),
  output: build,
});

/** Every query key beside `target` is a parameter. */
const deployQuery = z.record(z.string(), z.string());

export const promoteBuild = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/promote`,
  access: 'write',
  summary: 'Deploy the build to the environment `target`, as a new build',
  query: deployQuery,
  output: z.nullable(build),
});

export const rollbackBuild = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/rollback`,
  access: 'write',
  summary: 'Roll the environment `target` back to the build, as a new build',
  query: deployQuery,
  output: z.nullable(build),
});

export const approveStage = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/approve/:stage`,
  access: 'write',
  summary: 'Let a blocked stage run',
});

export const declineStage = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/decline/:stage`,
  access: 'write',
  summary: 'Refuse a blocked stage; when all are refused, the build is declined',
});

export const declineBuild = defineEndpoint({
  method: 'POST',
  path: `${buildsPath}/:build/decline`,
  access: 'write',
  summary: 'Refuse every blocked stage of a build',
});

export const purgeBuilds = defineEndpoint({
  method: 'DELETE',
  path: buildsPath,
  access: 'admin',
  summary: 'Delete the builds before the number `before`',
  query: z.object({ before: z.string() }),
});
