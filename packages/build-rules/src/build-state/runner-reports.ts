import { findCardProblem } from '@millrace/contract/card';
import { isFinished, type Status } from '@millrace/contract/vocabulary';
import type { NewStep, Stage, Step } from '../build.ts';
import { recoveryOf } from '../lost-runner.ts';
import { isQueued } from '../queue.ts';
import { processOfRunner } from '../runner-identity.ts';
import { nextStageStatus, nextStepStatus, type StepCommand } from '../transitions.ts';
import { type BuildState, type Decision, noChanges, refuse } from './changes.ts';
import type { StageReport, StepReport } from './command.ts';
import { mayRetry, retryStage } from './retry-stage.ts';
import { notBefore } from './times.ts';

export const errorTextLimit = 500;
/** Exit code of a stage that ends without a report of its runner. */
export const lostExitCode = 255;
export const foreignStage = 'The stage belongs to another runner';

export function claimStage(
  { stages }: BuildState,
  { stageId, machine, runner }: { stageId: number; machine: string; runner: string },
  now: number,
): Decision {
  const stage = stages.find(({ id }) => id === stageId);
  if (!stage || !isQueued(stage)) {
    return refuse('conflict', `Stage ${stageId} is no longer in the queue`);
  }
  return changeStage(stageId, { machine, runner, updated: now });
}

/** Starts a stage, and stores its steps, which the runner reports now. */
export function startStage(
  { build, stages }: BuildState,
  { runner, report }: { runner: string; report: StageReport },
  now: number,
): Decision {
  const stage = stages.find(({ id }) => id === report.id);
  const conflict = findConflict(stage, runner, report);
  if (!stage || conflict) return refuse('conflict', conflict);
  if (stage.status === 'running') return null;
  if (!nextStageStatus(stage.status, { kind: 'start' })) {
    return refuse('conflict', `Stage ${stage.id} is ${stage.status}, it cannot start`);
  }
  const started = {
    status: 'running' as const,
    host: report.host,
    cleansUp: report.cleansUp,
    started: report.started || now,
    updated: now,
  };
  return {
    changes: {
      ...noChanges(),
      build: build.status === 'pending' ? { status: 'running', started: now } : {},
      stages: new Map([[stage.id, started]]),
      newSteps: report.steps.map((step) => newStep(stage.id, step)),
    },
  };
}

/** Finishes a stage and its steps. */
export function finishStage(
  state: BuildState,
  { runner, report }: { runner: string; report: StageReport },
  now: number,
): Decision {
  const stage = state.stages.find(({ id }) => id === report.id);
  const conflict = findConflict(stage, runner, report);
  if (!stage || conflict) return refuse('conflict', conflict);
  if (stage.status === report.status) return null;
  const started = report.started || stage.started || now;
  return endStage(state, stage, {
    status: report.status,
    error: report.error,
    exitCode: report.exitCode,
    started,
    stopped: notBefore(started, report.stopped || now),
    failureCause: report.failureCause,
    steps: report.steps,
    now,
  });
}

/** Requeues stages that have not started. A running stage fails, with its running step. */
export function loseRunner(
  state: BuildState,
  { stageId, version, reason }: { stageId: number; version: number; reason: string },
  now: number,
): Decision {
  const stage = state.stages.find(({ id }) => id === stageId);
  if (stage?.version !== version || stage.machine === '') return null;
  if (recoveryOf(stage) === 'requeue') {
    const decision = changeStage(stageId, { machine: '', runner: '', updated: now });
    return { changes: { ...decision.changes, freesQueue: true } };
  }
  return failStage(state, stage, { reason, failureCause: 'runner' }, now);
}

/** Ends a stage in error that still waits for a runner. */
export function expireStage(
  state: BuildState,
  { stageId, version, reason }: { stageId: number; version: number; reason: string },
  now: number,
): Decision {
  const stage = state.stages.find(({ id }) => id === stageId);
  if (stage?.version !== version || !isQueued(stage)) return null;
  return failStage(state, stage, { reason, failureCause: '' }, now);
}

function failStage(
  state: BuildState,
  stage: Stage,
  { reason, failureCause }: { reason: string } & Pick<Stage, 'failureCause'>,
  now: number,
): Decision {
  const started = stage.started || now;
  return endStage(state, stage, {
    status: 'error',
    error: reason,
    exitCode: lostExitCode,
    failureCause,
    started,
    stopped: notBefore(started, now),
    steps: [],
    now,
  });
}

export function reportWait(
  { stages }: BuildState,
  { runner, stageId, reason }: { runner: string; stageId: number; reason: string },
): Decision {
  const stage = stages.find(({ id }) => id === stageId);
  if (!isClaimedBy(stage, runner) || isFinished(stage.status)) {
    return refuse('conflict', foreignStage);
  }
  const clusterWait = reason.slice(0, errorTextLimit);
  return clusterWait === stage.clusterWait ? null : changeStage(stageId, { clusterWait });
}

export function reportStep(
  { stages, steps }: BuildState,
  { runner, report }: { runner: string; report: StepReport },
): Decision {
  const step = steps.find(({ id }) => id === report.id);
  if (!step) return refuse('conflict', `Step ${report.id} does not exist`);
  const stage = stages.find(({ id }) => id === step.stageId);
  if (!isClaimedBy(stage, runner)) return refuse('conflict', foreignStage);
  if (!processOfRunner(runner) && report.version !== step.version) {
    return refuse('conflict', `Step ${step.id} was changed in the meantime`);
  }
  if (step.status === report.status) return null;
  if (isFinished(stage.status) || !nextStepStatus(step.status, commandOf(report.status))) {
    return refuse('conflict', `Step ${step.id} is ${step.status}, it cannot be ${report.status}`);
  }
  return { changes: { ...noChanges(), steps: new Map([[step.id, stepChanges(report)]]) } };
}

/** Returns whether this runner, identified by its id or by having none, has claimed the stage. */
export function isClaimedBy(stage: Stage | undefined, runner: string): stage is Stage {
  return stage !== undefined && stage.machine !== '' && stage.runner === runner;
}

/**
 * Returns why a report is rejected, or an empty text. Only the runner that claimed a stage may report on it.
 * Runners that send no id are identified by the name of their machine and the version that they saw last.
 */
function findConflict(stage: Stage | undefined, runner: string, report: StageReport): string {
  if (!isClaimedBy(stage, runner)) return foreignStage;
  const isSameMachine = stage.machine === report.machine && stage.version === report.version;
  if (!processOfRunner(runner) && !isSameMachine)
    return `Stage ${stage.id} was changed in the meantime`;
  const hasFinished = isFinished(stage.status) && stage.status !== report.status;
  return hasFinished ? `Stage ${stage.id} is finished` : '';
}

function endStage(
  { build, steps }: BuildState,
  stage: Stage,
  end: Pick<Stage, 'status' | 'error' | 'exitCode' | 'failureCause' | 'started' | 'stopped'> & {
    steps: StepReport[];
    now: number;
  },
): Decision {
  if (!nextStageStatus(stage.status, { kind: 'finish', status: end.status })) {
    return refuse('conflict', `Stage ${stage.id} is ${stage.status}, it cannot be ${end.status}`);
  }
  const { steps: reports, now, ...ending } = end;
  const error = end.error.slice(0, errorTextLimit);
  // A finished stage frees its slots in the limits that other stages wait for.
  const changes = { ...noChanges(), freesQueue: true };
  changes.stages.set(stage.id, { ...ending, error, clusterWait: '', updated: now });
  for (const step of steps) {
    if (step.stageId !== stage.id || isFinished(step.status)) continue;
    const report = reports.find(({ number }) => number === step.number);
    const isReported = report && isFinished(report.status);
    changes.steps.set(step.id, isReported ? stepChanges(report) : endedWithStage(step, end));
  }
  const isRetried = build.ending === '' && mayRetry({ ...stage, ...ending });
  if (isRetried) retryStage(build, { ...stage, ...ending }, changes, now);
  return { changes };
}

function endedWithStage(
  step: Step,
  end: Pick<Stage, 'status' | 'error'> & { now: number },
): Partial<Step> {
  if (step.status !== 'running') return { status: 'skipped' };
  const status = end.status === 'killed' ? 'killed' : 'error';
  const error = end.error.slice(0, errorTextLimit);
  return { status, error, exitCode: lostExitCode, stopped: notBefore(step.started, end.now) };
}

function changeStage(id: number, change: Partial<Stage>) {
  return { changes: { ...noChanges(), stages: new Map([[id, change]]) } };
}

function newStep(stageId: number, { id: _, version: __, ...reported }: StepReport): NewStep {
  return {
    ...reported,
    stageId,
    status: 'pending',
    error: '',
    exitCode: 0,
    started: 0,
    stopped: 0,
    schema: '',
    hasDeletedLog: false,
    hasSummary: false,
  };
}

function commandOf(status: Status): StepCommand {
  return status === 'running' ? { kind: 'start' } : { kind: 'finish', status };
}

function stepChanges({
  status,
  error,
  exitCode,
  started,
  stopped,
  durationMs,
  schema,
  imageDigest,
}: StepReport) {
  return {
    status,
    error: error.slice(0, errorTextLimit),
    exitCode,
    started,
    stopped: stopped && notBefore(started, stopped),
    ...(isDurationOf(started, stopped, durationMs) ? { durationMs } : {}),
    ...(imageDigest ? { imageDigest } : {}),
    ...(schema && !findCardProblem({ schema, data: {} }) ? { schema } : {}),
  };
}

/** Both times are whole seconds, so the duration differs from theirs by less than one. */
function isDurationOf(started: number, stopped: number, durationMs: number): boolean {
  return durationMs > 0 && stopped > 0 && Math.abs((stopped - started) * 1000 - durationMs) < 1000;
}
