import { z } from 'zod/mini';
import { defineDetails } from './endpoint.ts';
import { changeKinds } from './pipeline-plans.ts';

/** A stage or a step that differs in earlier builds under the new file. */
const changedInBuilds = z.object({
  stage: z.string(),
  /** Absent for the stage itself. */
  step: z.optional(z.string()),
  change: z.enum(changeKinds),
  /** Number of builds. */
  builds: z.number(),
});

export const pipelineChangeResult = z.object({
  /** Number of compared builds: of the latest ones, those that did not fail for a reason outside of their file. */
  builds: z.number(),
  /** Number of them that would run differently. */
  changed: z.number(),
  /** Number of these that could not start under the file. */
  failed: z.number(),
  /** Stages and steps that differ in the most builds. */
  parts: z.array(changedInBuilds),
  /** Number of stages and steps that differ, with those that are not listed. */
  all_parts: z.number(),
  /** Medians of the estimated seconds of the critical paths, without queueing. */
  seconds: z.object({ before: z.number(), after: z.number() }),
});

/** A change of the pipeline file by a build. */
export const pipelineChange = z.object({
  /** Number of the build with the earlier file. */
  base: z.number(),
  status: z.enum(['pending', 'finished', 'failed']),
  /** Reason of a failure; otherwise empty. */
  error: z.string(),
  /** Absent until the back-test has finished. */
  result: z.optional(pipelineChangeResult),
});

export const getPipelineChange = defineDetails({
  access: 'read',
  summary:
    'Get in how many of the latest builds the changed pipeline file of a build runs other stages and steps',
  output: pipelineChange,
});
