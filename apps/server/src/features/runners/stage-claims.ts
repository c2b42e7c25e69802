import type { RunnerCaller } from '@millrace/build-host/runner-calls/runner-call';
import {
  foreignStage,
  isClaimedBy,
  processOfRunner,
  type Stage,
  type Step,
} from '@millrace/build-rules';
import { RunnerConflict } from '@millrace/contract/runner';
import { isFinished } from '@millrace/contract/vocabulary';
import { systemClock } from '@millrace/node-kit/clock';
import type { StageStore } from '../../builds/stage-store.ts';
import type { StageContacts } from './stage-contacts.ts';

interface Deps {
  stages: Pick<StageStore, 'findById' | 'findStep' | 'list'>;
  contacts: StageContacts;
}

/** Time in which the last lines of a canceled or a detached step may arrive. A runner repeats its reports as long. */
const lateLinesSec = 60 * 60;

/**
 * Limits each call of a runner to stages that it has claimed. The call counts as a heartbeat for that stage.
 *
 * @throws RunnerConflict if the stage or step is not the runner's, or has finished
 */
export class StageClaims {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Finds a claim whose response was lost. Runners without an id cannot be distinguished. */
  async findOwnClaim({ runner }: RunnerCaller, stageId: number): Promise<Stage | undefined> {
    const stage = processOfRunner(runner) ? await this.deps.stages.findById(stageId) : undefined;
    return stage?.runner === runner && stage.status === 'pending' ? stage : undefined;
  }

  async requireStage(caller: RunnerCaller, stageId: number): Promise<Stage> {
    const stage = await this.deps.stages.findById(stageId);
    if (!isClaimedBy(stage, caller.runner)) throw new RunnerConflict(foreignStage);
    this.deps.contacts.record(stageId);
    return stage;
  }

  async requireStep(caller: RunnerCaller, stepId: number): Promise<Step> {
    const step = await this.deps.stages.findStep(stepId);
    if (!step) throw stepFinished(stepId);
    await this.requireStage(caller, step.stageId);
    return step;
  }

  /** A finished stage gets no secrets, files or credentials. */
  async requireOpenStage(caller: RunnerCaller, stageId: number): Promise<Stage> {
    const stage = await this.requireStage(caller, stageId);
    if (isFinished(stage.status)) throw new RunnerConflict(`Stage ${stageId} is finished`);
    return stage;
  }

  async requireRunningStep(caller: RunnerCaller, stepId: number): Promise<Step> {
    const step = await this.requireStep(caller, stepId);
    if (isFinished(step.status)) throw stepFinished(stepId);
    await this.requireOpenStage(caller, step.stageId);
    return step;
  }

  /**
   * Requires a step that accepts lines: one that has not finished, or one whose last lines may still arrive. A canceled step
   * finishes before its runner stops it, and a detached one when its stage ends.
   */
  async requireStepWithLog(
    caller: RunnerCaller,
    stepId: number,
    { ofDetached } = { ofDetached: false },
  ): Promise<void> {
    const step = await this.requireStep(caller, stepId);
    if (!isFinished(step.status)) return;
    const isExpected = step.status === 'killed' || (ofDetached && step.isDetached);
    const { stopped } = await this.requireStage(caller, step.stageId);
    const isLate = stopped > 0 && systemClock.nowSec() - stopped > lateLinesSec;
    if (!isExpected || isLate) throw stepFinished(stepId);
  }

  /** Requires a build of which the runner has claimed a stage, finished or not. */
  async requireBuild(caller: RunnerCaller, buildId: number): Promise<void> {
    const stages = await this.deps.stages.list(buildId);
    if (!stages.some((stage) => isClaimedBy(stage, caller.runner))) throw foreignBuild(buildId);
  }

  /** Records a heartbeat for the runner's stages in a build. Throws if it runs none of them. */
  async recordBuildCall(caller: RunnerCaller, buildId: number): Promise<void> {
    const stages = await this.deps.stages.list(buildId);
    const own = stages.filter(
      (stage) => isClaimedBy(stage, caller.runner) && !isFinished(stage.status),
    );
    if (own.length === 0) throw foreignBuild(buildId);
    for (const { id } of own) this.deps.contacts.record(id);
  }
}

function foreignBuild(buildId: number): RunnerConflict {
  return new RunnerConflict(`No stage of build ${buildId} belongs to this runner`);
}

function stepFinished(stepId: number): RunnerConflict {
  return new RunnerConflict(`Step ${stepId} is over`);
}
