import type { OpenStage, RunnerScope, Stage } from '@millrace/build-rules';
import type { QueueDemand, StageWaiting } from '@millrace/contract/api';
import type { StageFilter } from '@millrace/contract/runner';
import { Port } from '../../port.ts';

/** The queue of unfinished stages. */
export interface QueuePort {
  /**
   * Returns a matching stage, which the runner may claim, or the time until the next check.
   *
   * @param scope limits of the runner's own credential; undefined if it may run all stages
   */
  offerStage: (
    filter: StageFilter,
    scope?: RunnerScope,
  ) => Promise<{ stage?: Stage; nextCheckMs?: number }>;
  /**
   * Returns undefined if another runner claimed the stage, the scope excludes it, a limit is reached, or the queue is
   * paused.
   */
  claimStage: (
    stageId: number,
    claim: { machine: string; runner: string },
    scope?: RunnerScope,
  ) => Promise<Stage | undefined>;
  /** Lists the unfinished stages of all builds, oldest first, and the reasons why they wait, by stage id. */
  listWaiting: () => Promise<{ open: OpenStage[]; waiting: Map<number, StageWaiting> }>;
  /** Counts the stages that need a runner, by what they require of it. */
  measureDemand: (
    open: readonly Stage[],
    waiting: ReadonlyMap<number, StageWaiting>,
  ) => QueueDemand[];
}

export const queuePort = new Port<QueuePort>('queue');
