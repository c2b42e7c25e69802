import type { Alert } from './engine/alerts.ts';

/** A place of the strip: `at` from 0, the start of the log, to 1. */
export interface AlertMark {
  at: number;
  isError: boolean;
}

/** Joins alerts at the same of `places` places. Errors are shown in front of warnings. */
export function markAlerts(
  alerts: readonly Alert[],
  rowsBefore: (line: number) => number,
  totalRows: number,
  places: number,
): AlertMark[] {
  const found = new Map<number, boolean>();
  for (const { line, isError } of alerts) {
    const place = Math.floor((rowsBefore(line) / Math.max(1, totalRows)) * places);
    found.set(place, isError || found.get(place) === true);
  }
  return [...found]
    .sort(([a, isErrorA], [b, isErrorB]) => Number(isErrorA) - Number(isErrorB) || a - b)
    .map(([place, isError]) => ({ at: place / places, isError }));
}
