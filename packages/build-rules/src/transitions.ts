import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { Stage } from './build.ts';
import { isLeftOut, waitsForStart } from './manual-stages.ts';

/** Commands to a stage. */
export type StageCommand =
  | { kind: 'start' }
  | { kind: 'finish'; status: Status }
  | { kind: 'release'; runs: boolean }
  | { kind: 'approve'; hasDependencies: boolean }
  | { kind: 'decline' }
  | { kind: 'cancel' };

/** Commands to a step. */
export type StepCommand =
  | { kind: 'start' }
  | { kind: 'finish'; status: Status }
  | { kind: 'cancel' };

/** Final statuses. */
const finalStatuses: ReadonlySet<Status> = new Set([
  'success',
  'failure',
  'error',
  'killed',
  'skipped',
]);

/** Returns the status after a command, or null if the command is not allowed in this status. */
export function nextStageStatus(status: Status, command: StageCommand): Status | null {
  switch (command.kind) {
    case 'start':
      return status === 'pending' ? 'running' : null;
    case 'finish':
      return isOpen(status) && finalStatuses.has(command.status) ? command.status : null;
    case 'release':
      if (status !== 'waiting_on_dependencies') return null;
      return command.runs ? 'pending' : 'skipped';
    case 'approve':
      if (status !== 'blocked') return null;
      return command.hasDependencies ? 'waiting_on_dependencies' : 'pending';
    case 'decline':
      return status === 'blocked' ? 'declined' : null;
    case 'cancel':
      return isFinished(status) ? null : cancelledStatus(status);
  }
}

export function nextStepStatus(status: Status, command: StepCommand): Status | null {
  switch (command.kind) {
    case 'start':
      return status === 'pending' ? 'running' : null;
    case 'finish':
      return isOpen(status) && finalStatuses.has(command.status) ? command.status : null;
    case 'cancel':
      return isFinished(status) ? null : cancelledStatus(status);
  }
}

/** Returns the status after a cancel: `killed` if the stage was running, `skipped` if it had not started. */
function cancelledStatus(status: Status): Status {
  return status === 'running' ? 'killed' : 'skipped';
}

function isOpen(status: Status): boolean {
  return status === 'pending' || status === 'running';
}

/**
 * Returns why a build cannot be restarted, promoted or rolled back; null if it can. A new build must not run what a person
 * has not approved. Manual stages wait in the new build too.
 */
export function refuseReuse(
  build: { status: Status },
  stages: readonly Pick<Stage, 'status' | 'manual' | 'needsApproval' | 'ignoresFailure'>[],
): string | null {
  const statuses = stages
    .filter((stage) => !waitsForStart(stage) && !isLeftOut(stage))
    .map(({ status }) => status);
  if (!stages.some(waitsForStart)) statuses.unshift(build.status);
  const refused = statuses.find((status) => status === 'blocked' || status === 'declined');
  return refused ? `cannot start a ${refused} build` : null;
}
