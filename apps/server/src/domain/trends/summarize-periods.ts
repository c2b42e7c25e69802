import { type Percentiles, percentilesOf } from './percentiles.ts';

/** Result of a build, or of a stage or step in it. */
export interface TrendResult {
  /** Id and number of the build. */
  id: number;
  number: number;
  /** Creation of the build, in unix seconds. */
  created: number;
  hasPassed: boolean;
  /** Duration of a successful run. */
  seconds?: number;
  /** Time from the creation of the build to its start. */
  queued?: number;
}

export interface PeriodSummary {
  start: number;
  success: number;
  failed: number;
  duration?: Percentiles;
  queued?: Percentiles;
}

/**
 * Summarizes results by the period in which their build was created.
 *
 * @param starts of the periods, in order
 * @param results in the order of `created`
 */
export function summarizePeriods(
  starts: readonly number[],
  results: readonly TrendResult[],
): PeriodSummary[] {
  let at = 0;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const own: TrendResult[] = [];
    for (; at < results.length; at++) {
      const result = results[at];
      if (!result || result.created >= end) break;
      if (result.created >= start) own.push(result);
    }
    const success = own.filter(({ hasPassed }) => hasPassed).length;
    const duration = percentilesOf(own.flatMap(({ seconds }) => seconds ?? []));
    const queued = percentilesOf(own.flatMap(({ queued: each }) => each ?? []));
    return {
      start,
      success,
      failed: own.length - success,
      ...(duration && { duration }),
      ...(queued && { queued }),
    };
  });
}
