import type { Build, Stage, Step } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';

export type ConsoleState =
  | 'loading'
  | 'stream_on'
  | 'resolved'
  | 'no_logs_available'
  | 'error'
  | 'idle';

/** Input of the console's state. `step` is undefined while a stage has no steps. */
export interface ConsoleFacts {
  build: Pick<Build, 'status'>;
  stage: Pick<Stage, 'name' | 'status' | 'error' | 'steps'>;
  step: Pick<Step, 'name' | 'status' | 'error' | 'exit_code'> | undefined;
  hasLogs: boolean;
  isLoading: boolean;
  /** Error message of the log request. */
  logError: string | null;
}

const waiting: readonly Status[] = ['pending', 'waiting_on_dependencies', 'blocked'];

/** Returns the state of the console. The order of the conditions matters: the first match wins. */
export function consoleState(facts: ConsoleFacts): ConsoleState {
  const { build, stage, step, hasLogs, isLoading, logError } = facts;
  const isBroken = build.status === 'error' || build.status === 'killed';
  if (build.status === 'declined') return 'no_logs_available';
  if (isBroken && stage.status === 'skipped') return 'no_logs_available';
  if (step?.status === 'running' && stage.status !== 'error') return 'stream_on';
  if (logError !== null || stage.status === 'error' || step?.status === 'error') return 'error';
  if (step?.status === 'skipped' || stage.status === 'skipped') return 'no_logs_available';
  if (isLoading) return 'loading';
  if (hasLogs) return 'resolved';
  if (isBroken) return 'no_logs_available';
  if (isStepMissing(facts)) return 'no_logs_available';
  if (!step) return stateWithoutStep(stage.status);
  if (waiting.includes(step.status)) return 'loading';
  if (step.status === 'failure') return 'resolved';
  if (['success', 'killed', 'declined'].includes(step.status)) return 'no_logs_available';
  return 'idle';
}

/** Returns whether the URL selects a step that the stage does not have. */
export function isStepMissing({ stage, step }: ConsoleFacts): boolean {
  return !step && Boolean(stage.steps?.length);
}

function stateWithoutStep(stage: Status): ConsoleState {
  return waiting.includes(stage) || stage === 'running' ? 'loading' : 'no_logs_available';
}

/**
 * Returns whether the log is fetched. A running step is streamed instead; before a step starts, it has no
 * log.
 */
export function shouldFetchLogs(stage: Status | undefined, step: Status | undefined): boolean {
  const notStarted: readonly Status[] = ['pending', 'skipped', 'waiting_on_dependencies'];
  if (!stage || !step || step === 'running') return false;
  return !notStarted.includes(stage) && !notStarted.includes(step);
}
