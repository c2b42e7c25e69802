import { z } from 'zod/mini';
import { statuses } from '../vocabulary.ts';
import { maxAnswerBytes } from './answers.ts';
import { failureCauseOfStep } from './causes.schema.ts';
import { defineDetails } from './endpoint.ts';
import { failingStep } from './failures.schema.ts';
import { firstError } from './first-errors.schema.ts';
import { waitingReasons } from './stage-waiting.ts';

const excerptLine = z.object({
  /** Number of the line, from 0, as in the call for logs. */
  line: z.number(),
  text: z.string(),
});

/** A failed step, or a failed stage without a failed step. */
export const answeredStep = z.object({
  ...failingStep.shape,
  exit_code: z.optional(z.number()),
  /** Reason that is not in the log, such as an image that could not be pulled. */
  error: z.optional(z.string()),
  /** The line that explains best why the step failed, with up to ten lines before and after it. */
  first_error: z.optional(z.object({ ...firstError.shape, lines: z.array(excerptLine) })),
  /** Earlier failures of the step for the same reason, if the reason was recognized. */
  seen_before: z.optional(z.omit(failureCauseOfStep, { stage: true, step: true })),
  /** Command that runs the step on the machine of a developer. */
  replay: z.optional(z.string()),
});

export const buildAnswer = z.object({
  repo: z.string(),
  build: z.number(),
  attempt: z.number(),
  /** Page of the build. */
  link: z.string(),
  status: z.enum(statuses),
  event: z.string(),
  branch: z.string(),
  commit: z.string(),
  /** First line of the commit message. */
  message: z.string(),
  author: z.string(),
  started: z.number(),
  finished: z.number(),
  /** Problem of the build itself, such as an invalid pipeline file. */
  error: z.optional(z.string()),
  /** Account that canceled the build. */
  canceled_by: z.optional(z.string()),
  /** Stages that have not started, with the reason; of an unfinished build only. */
  waiting: z.optional(
    z.array(
      z.object({ stage: z.number(), stage_name: z.string(), reason: z.enum(waitingReasons) }),
    ),
  ),
  failed: z.array(answeredStep),
  /** First build of the current series of failures; absent if this build did not fail. */
  since: z.optional(z.object({ since: z.number(), builds_ago: z.number() })),
  /** Number of the newest earlier successful build. */
  last_success: z.optional(z.number()),
  /** Tests that failed here, but not in the preceding build. */
  new_failing_tests: z.array(
    z.object({ stage: z.string(), suite: z.string(), name: z.string(), message: z.string() }),
  ),
  /** Commits since the last success, newest first. */
  commits: z.array(z.object({ sha: z.string(), message: z.string(), author: z.string() })),
  /** Names of the stages that a restart of the failed stages runs. */
  run_again: z.array(z.string()),
  /** Whether something was left out so that the answer is small enough. */
  is_shortened: z.boolean(),
});

export const getBuildAnswer = defineDetails({
  access: 'read',
  summary: `Get why a build failed, for people and programs, in at most ${maxAnswerBytes / 1000} kB`,
  forPrograms: 'For `millrace why`, `millrace mcp` and programs; pages show its parts',
  output: buildAnswer,
});
