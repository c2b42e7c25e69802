import type { Build } from '@millrace/contract/api';
import { elapsedSec } from '../../lib/format-time.ts';

/** Builds that the summary and its chart speak of. */
export const summaryCount = 50;

/** The middle duration of finished builds, in whole minutes; null while none has finished. */
export function medianMinutes(builds: readonly Build[]): number | null {
  const durations = builds
    .slice(0, summaryCount)
    .filter((build) => build.started && build.finished)
    .map((build) => build.finished - build.started)
    .sort((a, b) => a - b);
  const middle = Math.floor(durations.length / 2);
  const upper = durations[middle];
  if (upper === undefined) return null;
  const lower = durations.length % 2 ? upper : (durations[middle - 1] ?? upper);
  return Math.round((lower + upper) / 2 / 60);
}

export function formatMedian(minutes: number): string {
  return minutes === 0 ? '< 1' : String(minutes);
}

export interface ChartScale {
  maxMinutes: number;
  ticks: number[];
}

/** Steps of the y axis: fine under a minute, whole minutes under six, then five round steps at most. */
export function chartScale(longestMinutes: number): ChartScale {
  const step = stepFor(longestMinutes);
  const count = Math.max(1, Math.ceil(longestMinutes / step));
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toFixed(2)));
  return { maxMinutes: count * step, ticks };
}

/** Height of a build's bar, oldest build first. Builds that did not start have none. */
export function buildMinutes(build: Build, nowSec: number): number {
  return (elapsedSec(build.started, build.finished, nowSec) ?? 0) / 60;
}

function stepFor(longestMinutes: number): number {
  if (longestMinutes < 1) return longestMinutes < 0.25 ? 0.05 : 0.25;
  if (longestMinutes < 6) return longestMinutes < 3 ? 0.5 : 1;
  const rough = longestMinutes / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}
