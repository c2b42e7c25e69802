import { errorMessages } from '@millrace/contract/errors';
import { type ExpirableData, expirableData } from '@millrace/contract/retention';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Step } from '../build.ts';
import { openBuildStatus } from '../manual-stages.ts';
import { finalBuildStatus, isIgnored, releaseStages } from '../stage-graph.ts';
import { endStages } from './cancel.ts';
import {
  applyChanges,
  type BuildChanges,
  type BuildState,
  type Decision,
  newStageAt,
  noChanges,
  refuse,
} from './changes.ts';
import type { BuildCommand } from './command.ts';
import { approveStage, declineStages } from './decisions.ts';
import { expandStage } from './expand-stage.ts';
import { restartFailed } from './restart-failed.ts';
import {
  claimStage,
  expireStage,
  finishStage,
  loseRunner,
  reportStep,
  reportWait,
  startStage,
} from './runner-reports.ts';
import { notBefore } from './times.ts';

/**
 * Decides what a command changes in a build. No other code decides that. A finished stage releases the stages
 * that depend on it. A build finishes with its last stage.
 *
 * @param now in Unix seconds
 */
export function decide(state: BuildState, command: BuildCommand, now: number): Decision {
  const decision = decideAlone(state, command, now);
  if (!decision || 'refusal' in decision) return decision;
  const { changes } = decision;
  changes.build = { ...changes.build, updated: now };
  if (!isFinished(changes.build.status ?? state.build.status))
    releaseAndFinish(state, changes, now);
  return decision;
}

function decideAlone(state: BuildState, command: BuildCommand, now: number): Decision {
  switch (command.kind) {
    case 'claimStage':
      return claimStage(state, command, now);
    case 'startStage':
      return startStage(state, command, now);
    case 'finishStage':
      return finishStage(state, command, now);
    case 'loseRunner':
      return loseRunner(state, command, now);
    case 'expireStage':
      return expireStage(state, command, now);
    case 'expandStage':
      return expandStage(state, command, now);
    case 'reportWait':
      return reportWait(state, command);
    case 'reportStep':
      return reportStep(state, command);
    case 'showCard':
      return changeStep(state, command.stepId, { schema: command.schema });
    case 'showSummary':
      return changeStep(state, command.stepId, { hasSummary: true });
    case 'deleteLog':
      return changeStep(state, command.stepId, { hasDeletedLog: true });
    case 'changeFiles':
      return { changes: noChanges() };
    case 'warn':
      return warn(state, command.text);
    case 'pin':
      return pin(state, command.isPinned);
    case 'prioritize':
      return prioritize(state, command.priority);
    case 'expire':
      return expire(state, command.data);
    case 'approveStage':
      return approveStage(state, command, now);
    case 'declineStage':
      return declineStages(state, command, now);
    case 'cancel':
      return endBuild(state, 'killed', command.login, now);
    case 'supersede':
      return state.build.ending ? null : endBuild(state, 'skipped', '', now);
    case 'restartFailed':
      return restartFailed(state, command, now);
  }
}

/** Releases waiting stages, and finishes the build if all its stages are finished. */
function releaseAndFinish(state: BuildState, changes: BuildChanges, now: number): void {
  const released = releaseStages(applyChanges(state, changes).stages);
  for (const [{ id }, status] of released) {
    const added = newStageAt(changes, id);
    if (added) added.status = status;
    else changes.stages.set(id, { ...changes.stages.get(id), status, updated: now });
  }
  if (released.size > 0) changes.freesQueue = true;
  const { build, stages } = applyChanges(state, changes);
  const final = finalBuildStatus(stages);
  if (!final) {
    const status = openBuildStatus(build.started, stages);
    if (status === 'blocked' || build.status === 'blocked') {
      changes.build = { ...changes.build, status };
    }
    return;
  }
  const status = build.ending || final;
  const ignoredFailures = stages.filter(isIgnored).length;
  const finished = notBefore(build.started, now);
  changes.build = { ...changes.build, status, ending: '', ignoredFailures, finished };
}

function warn({ build: { warnings } }: BuildState, text: string): Decision {
  if (warnings.includes(text)) return null;
  return { changes: { ...noChanges(), build: { warnings: [...warnings, text] } } };
}

function prioritize({ stages }: BuildState, priority: number): Decision {
  const changes = noChanges();
  for (const stage of stages) {
    const isOpen = !isFinished(stage.status) && stage.machine === '';
    if (isOpen && stage.priority !== priority) changes.stages.set(stage.id, { priority });
  }
  if (changes.stages.size === 0) return null;
  return { changes: { ...changes, freesQueue: true } };
}

function pin({ build }: BuildState, isPinned: boolean): Decision {
  return build.isPinned === isPinned ? null : { changes: { ...noChanges(), build: { isPinned } } };
}

function expire({ build }: BuildState, data: readonly ExpirableData[]): Decision {
  const expired = expirableData.filter((each) => [...build.expired, ...data].includes(each));
  return { changes: { ...noChanges(), build: { expired } } };
}

function changeStep({ steps }: BuildState, id: number, change: Partial<Step>): Decision {
  if (!steps.some((step) => step.id === id)) return refuse('unknown', errorMessages.notFound);
  return { changes: { ...noChanges(), steps: new Map([[id, change]]) } };
}

/** Ends a build. The first time, running stages that clean up go on until their runners end them. */
function endBuild(
  state: BuildState,
  status: 'killed' | 'skipped',
  login: string,
  now: number,
): Decision {
  const { build, stages } = state;
  if (isFinished(build.status)) return null;
  const cleaning = build.ending
    ? []
    : stages.filter((stage) => stage.status === 'running' && stage.cleansUp);
  const changes = { ...endStages(state, now, cleaning), freesQueue: true };
  const canceledBy = build.canceledBy || login;
  if (cleaning.length > 0)
    return { changes: { ...changes, build: { canceledBy, ending: status } } };
  const finished = notBefore(build.started, now);
  return { changes: { ...changes, build: { canceledBy, ending: '', status, finished } } };
}
