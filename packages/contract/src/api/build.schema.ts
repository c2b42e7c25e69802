import { manualPermissions } from '@millrace/pipeline/vocabulary';
import { z } from 'zod/mini';
import { expirableData } from '../retention.ts';
import { buildEvents, failureCauses, statuses } from '../vocabulary.ts';
import { stageWaiting } from './stage-waiting.schema.ts';

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
  /** Milliseconds that an ended step took; absent if its runner does not say it. */
  duration_ms: z.optional(z.number()),
  version: z.number(),
  depends_on: z.optional(z.array(z.string())),
  image: z.optional(z.string()),
  /** Image that ran: its name with a digest, or the id of an image without a digest. */
  image_digest: z.optional(z.string()),
  detached: z.optional(z.boolean()),
  schema: z.optional(z.string()),
  /** True if the step has a Markdown summary. */
  summary: z.optional(z.boolean()),
});

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
  /** Kernel and processors of the machine that ran the stage. */
  host: z.optional(z.object({ kernel: z.string(), cpu: z.string() })),
  limit: z.optional(z.number()),
  started: z.number(),
  stopped: z.number(),
  created: z.number(),
  updated: z.number(),
  version: z.number(),
  on_success: z.boolean(),
  on_failure: z.boolean(),
  /** Permission of people who may start the stage; absent for a stage that starts by itself. */
  manual: z.optional(z.enum(manualPermissions)),
  /** True if a manual stage also needs an approval, as all stages of its build do. */
  needs_approval: z.optional(z.boolean()),
  /** Account that approved, started or declined the stage. */
  decided_by: z.optional(z.string()),
  /** Note of this account about its decision. */
  decision_note: z.optional(z.string()),
  depends_on: z.optional(z.array(z.string())),
  labels: z.optional(z.record(z.string(), z.string())),
  /** Attempt in which the stage ran. Absent on servers without attempts. */
  attempt: z.optional(z.number()),
  /** True if outputs of earlier stages decide by which stages of its matrix this one is replaced. */
  placeholder: z.optional(z.boolean()),
  /** True if the runner runs steps after a cancel, before it ends the stage. */
  cleans_up: z.optional(z.boolean()),
  /** Cause of a failure that is not the code. */
  failure_cause: z.optional(z.enum(failureCauses)),
  /** Present in responses for a single build. */
  waiting: z.optional(stageWaiting),
  steps: z.optional(z.array(step)),
});

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
  /** Step before which the build pauses; absent if none. */
  pause_before: z.optional(z.object({ stage: z.string(), step: z.string() })),
  /** Account that canceled the build. */
  canceled_by: z.optional(z.string()),
  /** Number of failed stages that the pipeline file ignores, of a build that has ended. */
  ignored_failures: z.optional(z.number()),
  /** True if neither retention nor a deletion of old builds deletes the build. */
  pinned: z.optional(z.boolean()),
  /** Id of the bisection that the build belongs to; absent for other builds. */
  bisection: z.optional(z.number()),
  /** Number of the earlier build whose pipeline file this build changes; absent for other builds. */
  file_base: z.optional(z.number()),
  /** Data that retention deleted; absent if none. */
  expired: z.optional(z.array(z.enum(expirableData))),
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
  /** In lists: true if a stage waits for an approval. */
  needs_approval: z.optional(z.boolean()),
  stages: z.optional(z.array(stage)),
});
