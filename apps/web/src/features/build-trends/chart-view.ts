import type { BuildTrend, TrendChange } from '@millrace/contract/api';
import { formatDuration } from '../../lib/format-time.ts';

export interface Scale {
  max: number;
  ticks: { value: number; label: string }[];
}

/** Distances between ticks, in seconds. */
const steps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 43_200];
const maxSteps = 4;
const daySec = 86_400;

/** Returns a scale of durations with at most five ticks, from 0 to at least the longest one. */
export function durationScale(longest: number): Scale {
  const step =
    steps.find((each) => each * maxSteps >= longest) ??
    Math.ceil(longest / maxSteps / daySec) * daySec;
  const count = Math.max(1, Math.ceil(longest / step));
  const values = Array.from({ length: count + 1 }, (_, index) => index * step);
  return {
    max: count * step,
    ticks: values.map((value) => ({ value, label: formatDuration(value) })),
  };
}

/** Returns a scale from 0 to 100 percent. */
export function shareScale(locale: string): Scale {
  const format = percentFormat(locale);
  return { max: 1, ticks: [0, 0.5, 1].map((value) => ({ value, label: format(value) })) };
}

export function percentFormat(locale: string): (share: number) => string {
  const format = new Intl.NumberFormat(locale, { style: 'percent' });
  return (share) => format.format(share);
}

/**
 * Returns the points of a line through the values of equal periods, in percent of the width and height, as one
 * list for each part of the line. The line has a gap where there is no value.
 */
export function linesOf(values: readonly (number | undefined)[], max: number): string[] {
  const lines: string[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === undefined) lines.push([]);
    else lines.at(-1)?.push(`${centerOf(index, values.length)},${100 - (value / max) * 100}`);
  }
  return lines.filter(({ length }) => length > 1).map((points) => points.join(' '));
}

/** Returns the position of the middle of a period, in percent of the width. */
function centerOf(index: number, count: number): number {
  return Math.round(((index + 0.5) / count) * 10_000) / 100;
}

/** Returns the position of a time among the periods, in percent of the width; null if it is before the first one. */
export function positionOf(sec: number, { periods, end }: BuildTrend): number | null {
  const index = periods.findLastIndex(({ start }) => start <= sec);
  const period = periods[index];
  if (!period) return null;
  const until = periods[index + 1]?.start ?? end;
  const within = Math.min(1, (sec - period.start) / (until - period.start));
  return Math.round(((index + within) / periods.length) * 10_000) / 100;
}

/** Returns by how many percent a change made builds slower, or faster as a negative number. */
export function percentOf({ before, after }: TrendChange): number {
  return Math.round((after / Math.max(1, before) - 1) * 100);
}

const maxDays = 7;

/** Returns the indexes of the periods whose day is written below a chart: at most seven, with equal distances. */
export function labelledPeriods(count: number): number[] {
  const step = Math.ceil(count / maxDays);
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}
