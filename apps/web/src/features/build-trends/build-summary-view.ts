import type { Build } from '@millrace/contract/api';
import { elapsedSec } from '../../lib/format-time.ts';

/** Number of builds in the summary and its chart. */
export const summaryCount = 50;

/** Returns the median duration of finished builds, rounded to minutes; null if none has finished. */
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
  ticks: { minutes: number; label: string }[];
}

/**
 * Returns the scale of the y axis. Below 15 seconds its unit is seconds; otherwise minutes, with a step that
 * grows with the longest build.
 */
export function chartScale(
  longestMinutes: number,
  { seconds, minutes }: { seconds: string; minutes: string },
): ChartScale {
  if (longestMinutes >= shortMinutes) {
    return scaleOf(longestMinutes, stepFor(longestMinutes), 1, minutes);
  }
  const longestSec = longestMinutes * 60;
  const step = secondSteps.find((each) => each * 4 >= longestSec);
  return scaleOf(longestSec, step ?? 5, 60, seconds);
}

const shortMinutes = 0.25;
const secondSteps = [1, 2, 5];

/** Returns a scale with ticks in a unit, of which a minute has `perMinute`. */
function scaleOf(longest: number, step: number, perMinute: number, unit: string): ChartScale {
  const count = Math.max(1, Math.ceil(longest / step));
  const ticks = Array.from({ length: count + 1 }, (_, index) => ({
    minutes: (index * step) / perMinute,
    label: `${index * step} ${unit}`,
  }));
  return { maxMinutes: (count * step) / perMinute, ticks };
}

/** Returns the duration in minutes, for the height of the bar; 0 if the build has not started. */
export function buildMinutes(build: Build, nowSec: number): number {
  return (elapsedSec(build.started, build.finished, nowSec) ?? 0) / 60;
}

function stepFor(longestMinutes: number): number {
  if (longestMinutes < 1) return 0.25;
  if (longestMinutes < 6) return longestMinutes < 3 ? 0.5 : 1;
  const rough = longestMinutes / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}
