import { isFinished } from '@millrace/contract/vocabulary';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Bus } from '../../shared/bus.ts';
import type { LogCache } from './log-cache.ts';
import type { LogStore } from './log-store.ts';

interface Deps {
  stages: StageStore;
  changeBuild: ChangeBuild;
  logs: LogStore;
  cache: LogCache;
  bus: Bus;
}

/** Logs with the state of their step: whether they can still grow, and whether they were deleted. */
export class StepLogs {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Returns true if the step is finished or was deleted. */
  async isStepFinished(stepId: number): Promise<boolean> {
    const step = await this.deps.stages.findStep(stepId);
    return !step || isFinished(step.status);
  }

  async isDeleted(stepId: number): Promise<boolean> {
    const step = await this.deps.stages.findStep(stepId);
    return step?.hasDeletedLog ?? false;
  }

  async delete(stepId: number): Promise<void> {
    const { changeBuild, logs, cache, bus } = this.deps;
    await changeBuild.send({ step: stepId }, async (trx) => {
      await logs.delete(stepId, trx);
      return { kind: 'deleteLog', stepId };
    });
    cache.delete(stepId);
    bus.publish('logRewritten', { stepId });
  }
}
