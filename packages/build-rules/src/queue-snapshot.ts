import { formLines, type Line, type Served, takeTurns } from './fair-order.ts';
import {
  fitsRunner,
  isClaimed,
  isQueued,
  type OwnerLimitOf,
  type QueuedStage,
  QueueLimits,
  type RunnerFilter,
} from './queue.ts';
import { mayRun, type RunnerScope, type StageRights } from './runner-scope.ts';

/** A runner that may run some stages alone. The rights of stages do not change as long as the snapshot is used. */
export interface LimitedRunner<Stage> {
  scope: RunnerScope;
  rightsOf: (stage: Stage) => StageRights;
}

/**
 * The queue at one time, in an order that finds the next stage of a runner without sorting all of them. The order is
 * that of `fairOrder` among the stages that the runner may claim.
 */
export class QueueSnapshot<Stage extends QueuedStage> {
  private readonly lines: readonly Line<Stage>[];
  /** Runners have few different filters and scopes. */
  private readonly fitting = new Map<string, readonly Line<Stage>[]>();

  /** @param open every unfinished stage, oldest first */
  constructor(open: readonly Stage[], ownerLimitOf?: OwnerLimitOf) {
    const limits = new QueueLimits(open, ownerLimitOf);
    const queued = open.filter((stage) => isQueued(stage) && !limits.findReached(stage));
    this.lines = formLines(queued, open.filter(isClaimed));
  }

  /**
   * Lists the stages that a runner may claim, next one first: those that match its filter and are within their limits.
   *
   * @param credential limits of the runner's own credential
   */
  listFor(
    filter: RunnerFilter,
    served: Served,
    credential?: LimitedRunner<Stage>,
  ): Generator<Stage> {
    return takeTurns(this.linesFor(filter, credential), served);
  }

  /** Lists the lines with the stages that fit a runner. */
  private linesFor(
    filter: RunnerFilter,
    credential: LimitedRunner<Stage> | undefined,
  ): readonly Line<Stage>[] {
    const key = credential ? `${keyOf(filter)} ${JSON.stringify(credential.scope)}` : keyOf(filter);
    const known = this.fitting.get(key);
    if (known) return known;
    const fits = (stage: Stage) =>
      fitsRunner(stage, filter) &&
      (!credential || mayRun(stage, credential.rightsOf(stage), credential.scope));
    const lines = this.lines
      .map((line) => withStages(line, fits))
      .filter(({ stages }) => stages.length > 0);
    this.fitting.set(key, lines);
    return lines;
  }
}

function withStages<Stage>(line: Line<Stage>, isListed: (stage: Stage) => boolean): Line<Stage> {
  return { ...line, stages: line.stages.filter(({ stage }) => isListed(stage)) };
}

function keyOf({ kind, type, os, arch, variant, kernel, labels = {} }: RunnerFilter): string {
  const named = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([kind, type, os, arch, variant, kernel, named]);
}
