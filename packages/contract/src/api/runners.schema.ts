import { z } from 'zod/mini';
import { runnerStates } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';

/**
 * A runner that recently asked for work or is working. Text is empty and numbers are 0 if it does not
 * report them.
 */
export const runner = z.object({
  name: z.string(),
  type: z.string(),
  os: z.string(),
  arch: z.string(),
  variant: z.string(),
  kernel: z.string(),
  labels: z.record(z.string(), z.string()),
  capacity: z.number(),
  running: z.number(),
  /** User that the steps run as, and whether they can read files of the server or runner. */
  steps: z.string(),
});

export const listRunners = defineDetails({
  access: 'system',
  summary:
    'List the connected runners, including the embedded one, and the isolation of their steps',
  forPrograms:
    'For scripts of administrators; `listRunnerSummaries` has the runners by name, also disconnected ones',
  output: z.array(runner),
});

/** A runner that is connected, or was. Text is empty and numbers are 0 if it does not report them. */
export const runnerSummary = z.object({
  /** Identifies the runner. Its processes share a name. */
  name: z.string(),
  state: z.enum(runnerStates),
  connected: z.boolean(),
  /** Time of its last request or stage, in Unix seconds. */
  seen: z.number(),
  /** Types of pipelines that it accepts. */
  types: z.array(z.string()),
  os: z.string(),
  arch: z.string(),
  variant: z.string(),
  kernel: z.string(),
  labels: z.record(z.string(), z.string()),
  capacity: z.number(),
  running: z.number(),
  version: z.string(),
  steps: z.string(),
});

export const listRunnerSummaries = defineDetails({
  access: 'system',
  summary: 'List runners by name, including those that are no longer connected',
  output: z.array(runnerSummary),
});

export const setRunnerState = defineDetails({
  access: 'system',
  summary:
    'Pause, drain or resume a runner: it gets no new stages, until it is resumed or, if draining, restarted',
  audit: { action: 'runner.set_state', fields: ['state'] },
  whileReadOnly: true,
  body: z.object({ state: z.enum(runnerStates) }),
});

export const forgetRunner = defineDetails({
  access: 'system',
  summary: 'Forget a runner that is not connected',
  audit: { action: 'runner.forget' },
});
