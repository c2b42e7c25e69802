import { z } from 'zod/mini';

const labels = z.record(z.string(), z.string());

/** What a stage asks for, or a runner offers. */
const runnerKind = {
  type: z.string(),
  os: z.string(),
  arch: z.string(),
  variant: z.optional(z.string()),
  kernel: z.optional(z.string()),
  labels,
};

/** How many stages may be under way at once, and those that are. */
const reachedLimit = {
  limit: z.number(),
  holders: z.array(z.object({ build: z.number(), stage: z.number() })),
};

/** Why a stage is not carried out yet; absent where a runner is about to take it. */
export const stageWaiting = z.discriminatedUnion('reason', [
  /** Somebody must approve it. */
  z.object({ reason: z.literal('approval') }),
  /** These stages of the build must end first. */
  z.object({ reason: z.literal('dependencies'), stages: z.array(z.string()) }),
  /** The queue is paused. */
  z.object({ reason: z.literal('paused') }),
  /** As many stages of this name are under way as its `concurrency.limit` allows. */
  z.object({ reason: z.literal('limit'), ...reachedLimit }),
  /** As many stages of its repository are under way as the repository's `throttle` allows. */
  z.object({ reason: z.literal('throttle'), ...reachedLimit }),
  /** None of the known runners takes stages of this kind. */
  z.object({
    reason: z.literal('no_runner'),
    wanted: z.object(runnerKind),
    runners: z.array(z.object({ name: z.string(), ...runnerKind })),
  }),
  /** The runners that would take it are full; `position` counts from 1. */
  z.object({
    reason: z.literal('busy'),
    position: z.number(),
    runners: z.array(
      z.object({ name: z.string(), running: z.number(), capacity: z.optional(z.number()) }),
    ),
  }),
]);
export type StageWaiting = z.infer<typeof stageWaiting>;
