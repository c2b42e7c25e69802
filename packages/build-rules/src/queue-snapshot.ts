import TinyQueue from 'tinyqueue';
import { fitsRunner, isQueued, type QueuedStage, QueueLimits, type RunnerFilter } from './queue.ts';
import { mayRun, type RunnerScope, type StageRights } from './runner-scope.ts';

/** Queued stages of one repository and priority, oldest first. They are assigned in this order. */
interface Line<Stage> {
  priority: number;
  repoId: number;
  /** Number of claimed stages of the repository, of the same priority. */
  claimed: number;
  stages: RankedStage<Stage>[];
}

interface RankedStage<Stage> {
  stage: Stage;
  /** Number of older stages in the whole queue. */
  age: number;
  /** Number of stages of its repository that are claimed or go first. */
  ahead: number;
}

/** The next stage of a line that fits a runner. */
interface Head<Stage> {
  line: Line<Stage>;
  servedAt: number;
  at: number;
  ranked: RankedStage<Stage>;
}

/** A runner that may run some stages alone. The rights of stages do not change as long as the snapshot is used. */
export interface LimitedRunner<Stage> {
  scope: RunnerScope;
  rightsOf: (stage: Stage) => StageRights;
}

/**
 * The queue at one time, in an order that finds the next stage of a runner without sorting all of them. The order is
 * that of `fairOrder`, limited to the stages that the runner may claim.
 */
export class QueueSnapshot<Stage extends QueuedStage> {
  private readonly lines: readonly Line<Stage>[];
  private readonly limits: QueueLimits<Stage>;
  /** Runners have few different filters and scopes. */
  private readonly fitting = new Map<string, readonly Line<Stage>[]>();

  /** @param open every unfinished stage, oldest first */
  constructor(open: readonly Stage[]) {
    this.limits = new QueueLimits(open);
    this.lines = formLines(open);
  }

  /**
   * Lists the stages that a runner may claim, next one first: those that match its filter and are within their limits.
   *
   * @param servedAt returns a growing number that shows when a repository was served last; 0 for never
   * @param credential limits of the runner's own credential
   */
  *listFor(
    filter: RunnerFilter,
    servedAt: (repoId: number) => number,
    credential?: LimitedRunner<Stage>,
  ): Generator<Stage> {
    const lines = this.linesFor(filter, credential);
    const heads = lines.flatMap((line) => headAt(line, 0, servedAt(line.repoId)));
    const order = new TinyQueue(heads, compareHeads);
    for (let head = order.pop(); head; head = order.pop()) {
      const { line, at, ranked } = head;
      const reached = this.limits.findReached(ranked.stage);
      if (!reached) yield ranked.stage;
      // All stages of a repository have its limit.
      if (reached?.of === 'repository') continue;
      for (const next of headAt(line, at + 1, head.servedAt)) order.push(next);
    }
  }

  /** Lists the lines with the stages that fit a runner, which keep their ranks among all of their repository. */
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
    const lines = this.lines.flatMap((line) => {
      const stages = line.stages.filter(({ stage }) => fits(stage));
      return stages.length > 0 ? { ...line, stages } : [];
    });
    this.fitting.set(key, lines);
    return lines;
  }
}

function formLines<Stage extends QueuedStage>(open: readonly Stage[]): Line<Stage>[] {
  const lines = new Map<string, Line<Stage>>();
  const lineOf = ({ repoId, priority }: Stage): Line<Stage> => {
    const key = `${repoId} ${priority}`;
    const line = lines.get(key) ?? { repoId, priority, claimed: 0, stages: [] };
    lines.set(key, line);
    return line;
  };
  for (const stage of open) if (stage.machine !== '') lineOf(stage).claimed++;
  for (const [age, stage] of open.entries()) {
    if (!isQueued(stage)) continue;
    const line = lineOf(stage);
    line.stages.push({ stage, age, ahead: line.claimed + line.stages.length });
  }
  return [...lines.values()];
}

/** Returns the stage of a line at an index, or nothing after its end. */
function headAt<Stage>(line: Line<Stage>, at: number, servedAt: number): Head<Stage>[] {
  const ranked = line.stages[at];
  return ranked ? [{ line, servedAt, at, ranked }] : [];
}

function compareHeads<Stage>(one: Head<Stage>, other: Head<Stage>): number {
  return (
    other.line.priority - one.line.priority ||
    one.ranked.ahead - other.ranked.ahead ||
    one.servedAt - other.servedAt ||
    one.ranked.age - other.ranked.age
  );
}

function keyOf({ kind, type, os, arch, variant, kernel, labels = {} }: RunnerFilter): string {
  const named = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([kind, type, os, arch, variant, kernel, named]);
}
