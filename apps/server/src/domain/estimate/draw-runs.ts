import type { OpenStage } from '@millrace/build-rules';
import { DurationModel } from './duration-model.ts';

/** Earlier runs of the stages of a build. */
export interface BuildHistory {
  /** Ids of the earlier builds. */
  builds: readonly number[];
  /** By name of the stage. */
  models: ReadonlyMap<string, DurationModel>;
}

/** Returns the remaining seconds of a stage, and whether it fails. */
export type DrawRun = (stage: OpenStage) => { seconds: number; hasFailed: boolean };

/** Stands for stages without earlier runs, which have no estimate but use slots. */
const unknown = new DurationModel([{ build: 0, seconds: 60, hasFailed: false }]);

/**
 * Draws the durations of one simulation. All stages of a build follow the same earlier build, because their durations
 * depend on each other: on the change, the machine and its caches.
 */
export function drawRuns(
  histories: ReadonlyMap<number, BuildHistory>,
  { nowSec, random }: { nowSec: number; random: () => number },
): DrawRun {
  const followed = new Map<number, { build: number; within: number }>();
  const follow = (buildId: number, builds: readonly number[]) => {
    const known = followed.get(buildId);
    if (known) return known;
    const build = builds[Math.floor(random() * builds.length)] ?? 0;
    const drawn = { build, within: random() };
    followed.set(buildId, drawn);
    return drawn;
  };
  return ({ buildId, name, started, machine }) => {
    const history = histories.get(buildId);
    const model = history?.models.get(name) ?? unknown;
    const { build, within } = follow(buildId, history?.builds ?? []);
    const part = model.partOf(build, within) ?? random();
    const elapsed = machine !== '' && started > 0 ? Math.max(0, nowSec - started) : 0;
    if (elapsed === 0) return { seconds: model.quantile(part), hasFailed: model.hasFailed(part) };
    // Only durations that are longer are still possible.
    const passed = model.partUpTo(elapsed);
    const remaining = passed + part * (1 - passed);
    return {
      seconds: Math.max(0, model.quantile(remaining) - elapsed),
      hasFailed: model.hasFailed(remaining),
    };
  };
}
