import type { Alert } from './engine/alerts.ts';

/** A place of the strip: `at` from 0, the start of the log, to 1. */
export interface AlertMark {
  at: number;
  isError: boolean;
}

/** Lines of a log by their rows. */
interface Rows {
  totalRows: number;
  lineAt: (row: number) => number;
}

/**
 * Joins alerts at the same of `places` places. Errors are shown in front of warnings. The time depends on the number of
 * places more than on that of alerts, because the rows of a line are slow to count in long logs.
 */
export function markAlerts(
  alerts: readonly Alert[],
  { totalRows, lineAt }: Rows,
  places: number,
): AlertMark[] {
  const marks: AlertMark[] = [];
  let next = 0;
  for (let place = 0; place < places && next < alerts.length; place++) {
    const isLast = place === places - 1;
    const end = isLast
      ? Number.POSITIVE_INFINITY
      : lineAt(Math.ceil(((place + 1) * totalRows) / places));
    const from = next;
    while (next < alerts.length && (alerts[next]?.line ?? 0) < end) next++;
    if (next === from) continue;
    const isError = alerts.slice(from, next).some((alert) => alert.isError);
    marks.push({ at: place / places, isError });
  }
  return marks.sort((a, b) => Number(a.isError) - Number(b.isError));
}
