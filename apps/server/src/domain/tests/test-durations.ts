import { statusOf } from './test-entries.ts';
import type { WindowBuild } from './test-window.ts';

/**
 * Returns the median duration of each test over all its current runs that were not skipped; 0 without a run. Data is
 * in columns of numbers, because there can be a million results.
 *
 * @param ids in ascending order, with the tests of all builds
 */
export function mediansOf(builds: readonly WindowBuild[], ids: Uint32Array): Uint32Array {
  const ends = new Uint32Array(ids.length + 1);
  eachRun(builds, ids, (index) => {
    ends[index + 1] = (ends[index + 1] ?? 0) + 1;
  });
  for (let index = 0; index < ids.length; index++) {
    ends[index + 1] = (ends[index + 1] ?? 0) + (ends[index] ?? 0);
  }
  const next = ends.slice();
  const times = new Uint32Array(ends.at(-1) ?? 0);
  eachRun(builds, ids, (index, ms) => {
    const at = next[index] ?? 0;
    times[at] = ms;
    next[index] = at + 1;
  });
  return Uint32Array.from(ids, (_, index) => {
    const own = times.subarray(ends[index], ends[index + 1]).sort();
    return own[Math.floor(own.length / 2)] ?? 0;
  });
}

/** Calls `see` for each current run that was not skipped. Entries and ids are sorted. */
function eachRun(
  builds: readonly WindowBuild[],
  ids: Uint32Array,
  see: (index: number, ms: number) => void,
): void {
  for (const { isCurrent, entries } of builds.flatMap(({ steps }) => steps)) {
    if (!isCurrent) continue;
    let index = 0;
    for (let at = 0; at < entries.ids.length; at++) {
      while (ids[index] !== entries.ids[at]) index++;
      if (statusOf(entries.codes[at] ?? 0) !== 'skipped') see(index, entries.ms[at] ?? 0);
    }
  }
}
