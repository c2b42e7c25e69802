import { z } from 'zod/mini';
import { buildEvents, statuses } from '../vocabulary.ts';
import { stage } from './build.schema.ts';
import { defineDetails } from './endpoint.ts';
import { stageWaiting } from './stage-waiting.schema.ts';

export const listQueue = defineDetails({
  access: 'system',
  summary: 'List pending and running stages, oldest first',
  forPrograms: 'For clients of existing servers; `readQueue` names the repositories and builds',
  output: z.array(stage),
});

export const resumeQueue = defineDetails({
  access: 'system',
  summary: 'Resume the queue',
  audit: { action: 'queue.resume' },
  whileReadOnly: true,
});

export const pauseQueue = defineDetails({
  access: 'system',
  summary: 'Pause the queue; running stages continue',
  audit: { action: 'queue.pause' },
  whileReadOnly: true,
});

/** An unfinished stage, with its build and repository. */
export const queuedStage = z.object({
  id: z.number(),
  /** Slug of the repository. */
  repo: z.string(),
  build: z.number(),
  title: z.string(),
  event: z.enum(buildEvents),
  number: z.number(),
  name: z.string(),
  status: z.enum(statuses),
  type: z.string(),
  os: z.string(),
  arch: z.string(),
  labels: z.record(z.string(), z.string()),
  /** Name of the runner; empty until one has claimed the stage. */
  machine: z.string(),
  created: z.number(),
  /** 0 until the stage starts. */
  started: z.number(),
  waiting: z.optional(stageWaiting),
});

export const queuePage = z.object({
  paused: z.boolean(),
  /** Whether all background work waits too, because the server was restored from a backup. */
  held: z._default(z.boolean(), false),
  /** Stages that a runner has claimed, and all others, regardless of the filter. */
  running: z.number(),
  waiting: z.number(),
  /** Stages that match the filter. */
  matching: z.number(),
  /** The first `limit` of them, oldest first. */
  stages: z.array(queuedStage),
});

export const readQueue = defineDetails({
  access: 'system',
  summary: 'Filter and count unfinished stages, with their builds and the reasons why they wait',
  query: z.object({
    /** Part of a repository, stage, runner or label. */
    q: z.optional(z.string()),
    /** `running`, `waiting`, or a reason. */
    state: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  output: queuePage,
});

/** Stages that wait for a runner with the same properties. */
export const queueDemand = z.object({
  type: z.string(),
  os: z.string(),
  arch: z.string(),
  /** Labels that the runner must have, exactly. */
  labels: z.record(z.string(), z.string()),
  stages: z.number(),
  /** Seconds since the first of them became ready. */
  oldest: z.number(),
});

export const readQueueDemand = defineDetails({
  access: 'monitor',
  summary: 'Count the stages that need a runner by type, platform and labels, for autoscalers',
  forPrograms: 'For autoscalers; people see the stages themselves under *Queue*',
  output: z.array(queueDemand),
});
