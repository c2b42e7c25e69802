import type { Build, Stage, Step } from '@millrace/contract/api';
import { type DisplayStatus, hasFailed, type Status } from '@millrace/contract/vocabulary';
import { hasExtras } from '../lib/server-extras.ts';
import { waitsForApproval, waitsForStart } from './manual-stage.ts';

/** A status as it is displayed. */
export type ShownStatus = DisplayStatus | 'allowed_failure' | 'warned' | 'manual' | 'approval';

type StepResult = Pick<Step, 'status' | 'errignore'>;

/** Returns the displayed status of a stage, with a separate one while it waits until a person starts it. */
export function stageStatus(stage: Stage): ShownStatus {
  return waitsForStart(stage) ? 'manual' : stepStatus(stage);
}

/** Returns the displayed status of a step, or of a stage that has started, with a separate one for allowed failures (`failure: ignore`). */
export function stepStatus({ status, errignore }: StepResult): Status | 'allowed_failure' {
  return errignore && hasFailed(status) ? 'allowed_failure' : status;
}

/**
 * Returns the displayed status of a build: a success with failed stages is no plain one, and a build waits for an approval
 * although other stages run. Here, a blocked build waits until a person starts a stage.
 */
export function buildStatus(build: ShownBuild): Status | 'warned' | 'manual' | 'approval' {
  const { status, ignored_failures: ignored = 0 } = build;
  if (status === 'blocked' && hasExtras(build)) return 'manual';
  if (waitsForApproval(build)) return 'approval';
  return status === 'success' && ignored > 0 ? 'warned' : status;
}

type ShownBuild = Pick<
  Build,
  'status' | 'ignored_failures' | 'attempt' | 'needs_approval' | 'stages'
>;
