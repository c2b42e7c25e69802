import type { Status } from '@millrace/contract/vocabulary';
import type { Stage } from '../build.ts';
import { nextStageStatus, nextStepStatus } from '../transitions.ts';
import { type BuildChanges, type BuildState, noChanges } from './changes.ts';
import { notBefore } from './times.ts';

/** Exit code of canceled steps, as existing runners report it. */
const killedExitCode = 130;

/** Ends every unfinished stage and step, except of these stages. */
export function endStages(
  { stages, steps }: BuildState,
  now: number,
  except: readonly Stage[],
): BuildChanges {
  const changes = noChanges();
  const excluded = new Set(except.map(({ id }) => id));
  for (const stage of stages) {
    if (excluded.has(stage.id)) continue;
    const status = nextStageStatus(stage.status, { kind: 'cancel' });
    if (status) changes.stages.set(stage.id, endedAs(status, notBefore(stage.started, now)));
  }
  for (const step of steps) {
    if (excluded.has(step.stageId)) continue;
    const status = nextStepStatus(step.status, { kind: 'cancel' });
    if (status) changes.steps.set(step.id, endedAs(status, notBefore(step.started, now)));
  }
  return changes;
}

function endedAs(status: Status, stopped: number) {
  return status === 'killed' ? { status, stopped, exitCode: killedExitCode } : { status };
}
