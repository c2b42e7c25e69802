import { fitsRunner, type KnownRunner, type OpenStage } from '@millrace/build-rules';
import { type BuildHistory, drawRuns } from './draw-runs.ts';
import { type SimulatedStage, simulateQueue } from './simulate-queue.ts';

/** Seconds from now. In nine of ten cases, the time is between `low` and `high`. */
export interface Estimate {
  low: number;
  likely: number;
  high: number;
}

/** Estimated times of an unfinished stage. */
interface StageEstimate {
  /** Absent if a runner has claimed it. */
  start?: Estimate;
  end: Estimate;
}

/** Estimates by the ids of stages, and ends by the ids of builds. */
export interface Estimates {
  stages: Map<number, StageEstimate>;
  builds: Map<number, Estimate>;
}

export interface QueueState {
  nowSec: number;
  /** Every unfinished stage, oldest first. */
  open: readonly OpenStage[];
  runners: readonly KnownRunner[];
  /** By id of the build. */
  histories: ReadonlyMap<number, BuildHistory>;
  /** Ids of running stages that a person continues. */
  paused?: ReadonlySet<number>;
  /** Returns numbers from 0 to 1. */
  random: () => number;
}

/** Number of simulations. */
const draws = 199;
/** Part of the results below the interval, and above it. */
const outside = 0.05;

/**
 * Estimates when unfinished stages start and end, by simulating the queue with the durations of earlier builds. Yields
 * between simulations, because there can be hundreds of stages. Without an estimate are stages that have no earlier
 * runs, no runner, or wait for a person, and all that depend on them.
 */
export function* estimateEnds(state: QueueState): Generator<void, Estimates> {
  const { open, runners, histories } = state;
  const stages = open.map(
    (stage): SimulatedStage => ({ stage, fitting: listFitting(stage, runners) }),
  );
  const starts = new Times();
  const ends = new Times();
  const endsOfBuilds = new Times();
  const unknown = findUnknown(state);
  const openOfBuild = Map.groupBy(open, ({ buildId }) => buildId);
  for (let draw = 0; draw < draws; draw++) {
    const lasts = new Map<number, { end: number; stages: number }>();
    for (const { stage, start, end } of simulateQueue(
      stages,
      runners,
      drawRuns(histories, state),
    )) {
      starts.add(stage.id, start);
      ends.add(stage.id, end);
      const stagesSoFar = (lasts.get(stage.buildId)?.stages ?? 0) + 1;
      // Stages end in the order of time.
      lasts.set(stage.buildId, { end, stages: stagesSoFar });
    }
    for (const [build, last] of lasts) {
      if (last.stages === openOfBuild.get(build)?.length) endsOfBuilds.add(build, last.end);
    }
    yield;
  }
  const estimates: Estimates = { stages: new Map(), builds: new Map() };
  for (const { id, machine } of open) {
    const end = ends.estimate(id);
    const start = starts.estimate(id);
    if (!end || !start || unknown.has(id)) continue;
    estimates.stages.set(id, machine === '' ? { start, end } : { end });
  }
  for (const [build, own] of openOfBuild) {
    const end = endsOfBuilds.estimate(build);
    if (end && own.every(({ id }) => !unknown.has(id))) estimates.builds.set(build, end);
  }
  return estimates;
}

function listFitting(stage: OpenStage, runners: readonly KnownRunner[]): number[] {
  return runners.flatMap((runner, at) =>
    !runner.isUnschedulable && fitsRunner(stage, runner) ? [at] : [],
  );
}

/** Finds stages without earlier runs or paused by a person, and those that depend on them. */
function findUnknown({
  open,
  histories,
  paused,
}: Pick<QueueState, 'open' | 'histories' | 'paused'>): Set<number> {
  const unknown = new Set<number>();
  const names = new Set<string>();
  const key = (build: number, name: string) => `${build} ${name}`;
  for (let before = -1; before !== unknown.size; ) {
    before = unknown.size;
    for (const { id, buildId, name, dependsOn } of open) {
      const isKnown = histories.get(buildId)?.models.has(name) === true && !paused?.has(id);
      if (isKnown && !dependsOn.some((each) => names.has(key(buildId, each)))) continue;
      unknown.add(id);
      names.add(key(buildId, name));
    }
  }
  return unknown;
}

/** Times of all simulations, by id. */
class Times {
  private readonly all = new Map<number, number[]>();

  add(id: number, time: number): void {
    const known = this.all.get(id);
    if (known) known.push(time);
    else this.all.set(id, [time]);
  }

  /** Returns undefined unless every simulation had a time. */
  estimate(id: number): Estimate | undefined {
    const times = this.all.get(id);
    if (times?.length !== draws) return undefined;
    const sorted = times.toSorted((one, other) => one - other);
    const at = (part: number) => sorted[Math.round(part * (draws + 1)) - 1] ?? 0;
    return { low: at(outside), likely: at(0.5), high: at(1 - outside) };
  }
}
