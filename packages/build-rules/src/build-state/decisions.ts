import { errorMessages } from '@millrace/contract/errors';
import { isFinished } from '@millrace/contract/vocabulary';
import { isOptional } from '../manual-stages.ts';
import { findDependents, isPlaceholder } from '../stage-graph.ts';
import { nextStageStatus } from '../transitions.ts';
import { type BuildState, type Decision, noChanges, refuse } from './changes.ts';
import { mayStartLater, startStageLater } from './start-stage-later.ts';

/**
 * Lets a blocked stage run once the stages that it depends on have finished. Also starts an optional stage without which the
 * build has finished.
 */
export function approveStage(
  state: BuildState,
  { stage: number, login, note = '' }: { stage: number; login: string; note?: string },
  now: number,
): Decision {
  const stage = state.stages.find((candidate) => candidate.number === number);
  if (!stage) return refuse('unknown', errorMessages.notFound);
  if (mayStartLater(state, stage)) return startStageLater(state, stage, { login, now });
  const hasDependencies = stage.dependsOn.length > 0 || isPlaceholder(stage);
  const status = nextStageStatus(stage.status, { kind: 'approve', hasDependencies });
  if (!status) return refuse('unfit', `Cannot approve a Pipeline with Status "${stage.status}"`);
  const changed = new Map([
    [stage.id, { status, decidedBy: login, decisionNote: note, updated: now }],
  ]);
  return { changes: { ...noChanges(), stages: changed, freesQueue: true } };
}

/**
 * Declines a blocked stage; without a number, every blocked stage. If the build goes on without it, the stages that depend on
 * it are skipped.
 */
export function declineStages(
  { build, stages }: BuildState,
  {
    stage: number,
    login,
    note = '',
  }: { stage?: number | undefined; login: string; note?: string | undefined },
  now: number,
): Decision {
  const wanted = stages.filter((stage) =>
    number === undefined ? stage.status === 'blocked' : stage.number === number,
  );
  if (wanted.length === 0 && number !== undefined) return refuse('unknown', errorMessages.notFound);
  const changes = noChanges();
  for (const stage of wanted) {
    const status = nextStageStatus(stage.status, { kind: 'decline' });
    if (status)
      changes.stages.set(stage.id, { status, decidedBy: login, decisionNote: note, updated: now });
  }
  for (const { id, status } of findDependents(stages, wanted.filter(isOptional))) {
    if (isFinished(status) || changes.stages.has(id)) continue;
    changes.stages.set(id, { status: 'skipped', updated: now });
  }
  if (changes.stages.size > 0) return { changes: { ...changes, freesQueue: true } };
  const status = wanted[0]?.status ?? build.status;
  return refuse('unfit', `Cannot decline a Pipeline with Status "${status}"`);
}
