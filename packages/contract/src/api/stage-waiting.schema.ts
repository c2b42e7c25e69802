import { z } from 'zod/mini';

const labels = z.record(z.string(), z.string());

/** Requirements of a stage, or capabilities of a runner. */
const runnerKind = {
  type: z.string(),
  os: z.string(),
  arch: z.string(),
  variant: z.optional(z.string()),
  kernel: z.optional(z.string()),
  labels,
};

/** Concurrency limit, and the stages that use it. */
const reachedLimit = {
  limit: z.number(),
  holders: z.array(z.object({ build: z.number(), stage: z.number() })),
};

/** Reason why a stage is waiting; absent if a runner is about to accept it. */
export const stageWaiting = z.discriminatedUnion('reason', [
  /** Waiting for an approval. */
  z.object({ reason: z.literal('approval') }),
  /** Waiting for a person who starts it; then for these stages of the build to finish. */
  z.object({ reason: z.literal('manual'), stages: z.array(z.string()) }),
  /** Waiting for these stages of the build to finish. */
  z.object({ reason: z.literal('dependencies'), stages: z.array(z.string()) }),
  /** The queue is paused. */
  z.object({ reason: z.literal('paused') }),
  /** The stages of this name have reached `concurrency.limit`. */
  z.object({ reason: z.literal('limit'), ...reachedLimit }),
  /** The stages of the repository have reached its `throttle`. */
  z.object({ reason: z.literal('throttle'), ...reachedLimit }),
  /** The stages of all repositories of the owner have reached its limit. */
  z.object({ reason: z.literal('owner_limit'), owner: z.string(), limit: z.number() }),
  /** No connected runner accepts this kind of stage. */
  z.object({
    reason: z.literal('no_runner'),
    wanted: z.object(runnerKind),
    runners: z.array(z.object({ name: z.string(), ...runnerKind })),
  }),
  /** All matching runners are paused or draining. */
  z.object({ reason: z.literal('runners_paused'), runners: z.array(z.string()) }),
  /** All matching runners take only builds of protected branches and tags. */
  z.object({ reason: z.literal('runners_protected'), runners: z.array(z.string()) }),
  /** All matching runners are full; `position` in the queue counts from 1. */
  z.object({
    reason: z.literal('busy'),
    position: z.number(),
    runners: z.array(
      z.object({ name: z.string(), running: z.number(), capacity: z.optional(z.number()) }),
    ),
  }),
  /** The cluster that runs its steps makes it wait: for a machine, a quota or an image. */
  z.object({ reason: z.literal('cluster'), message: z.string() }),
]);
