import type { Status } from '@millrace/contract/vocabulary';
import { nextStageStatus, nextStepStatus } from '../transitions.ts';
import { type BuildChanges, type BuildState, noChanges } from './changes.ts';
import { notBefore } from './times.ts';

/** Exit code of canceled steps, as existing runners report it. */
const killedExitCode = 130;

/** Ends every unfinished stage and step. */
export function endAllStages({ stages, steps }: BuildState, now: number): BuildChanges {
  const changes = noChanges();
  for (const stage of stages) {
    const status = nextStageStatus(stage.status, { kind: 'cancel' });
    if (status) changes.stages.set(stage.id, endedAs(status, notBefore(stage.started, now)));
  }
  for (const step of steps) {
    const status = nextStepStatus(step.status, { kind: 'cancel' });
    if (status) changes.steps.set(step.id, endedAs(status, notBefore(step.started, now)));
  }
  return changes;
}

function endedAs(status: Status, stopped: number) {
  return status === 'killed' ? { status, stopped, exitCode: killedExitCode } : { status };
}
