import type { Step } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import type { OrphanedSteps } from '../engines/engine.ts';
import type { PlannedStep, StagePlan } from '../plan/stage-plan.ts';
import { InfrastructureFailure } from '../shared/infrastructure-failure.ts';

/** Steps that an earlier runner has run or started, by their numbers. */
export type EarlierSteps = ReadonlyMap<number, Step>;

/**
 * Returns those of the server's steps that are not pending. Throws if the stage cannot go on from there, because the
 * runner was bringing sources, artifacts or caches, which may be there in parts.
 *
 * @param started steps that were started in the workspace, which is new if there are none
 */
export function earlierSteps(
  stored: readonly Step[],
  plan: StagePlan,
  started: OrphanedSteps = new Map(),
): EarlierSteps {
  const earlier = new Map(
    stored.filter(({ status }) => status !== 'pending').map((step) => [step.number, step]),
  );
  const isNew = started.size === 0;
  for (const step of plan.steps) {
    const { status } = earlier.get(step.number) ?? {};
    if (status === undefined || started.has(step.number)) continue;
    if (isFinished(status) ? !isLostIn(isNew, step) : isNew || canBegin(step)) continue;
    const reason = `The runner restarted while the step "${step.name}" was running`;
    throw new InfrastructureFailure('runner', reason);
  }
  return earlier;
}

/** Only the sources are brought again to a new workspace. */
function isLostIn(isNew: boolean, { fileWork }: PlannedStep): boolean {
  return isNew && (fileWork === 'download' || fileWork === 'restore');
}

function canBegin({ container, fileWork, caches = [] }: PlannedStep): boolean {
  if (fileWork) return fileWork === 'save';
  return container !== undefined && caches.length === 0;
}
