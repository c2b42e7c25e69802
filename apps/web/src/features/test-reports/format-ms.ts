import { formatDuration } from '../../lib/format-time.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** Formats milliseconds as `0 ms`, `340 ms` or `1.2 s`, and from one minute on as `1:05`. */
export function formatMs(ms: number): string {
  if (ms < secondMs) return `${ms} ms`;
  if (ms < minuteMs) return `${(ms / secondMs).toFixed(1)} s`;
  return formatDuration(Math.round(ms / secondMs));
}
