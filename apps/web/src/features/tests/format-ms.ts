import { formatDuration } from '../../lib/format-time.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** `0 ms`, `340 ms`, `1.2 s`, and from a minute on as elsewhere. */
export function formatMs(ms: number): string {
  if (ms < secondMs) return `${ms} ms`;
  if (ms < minuteMs) return `${(ms / secondMs).toFixed(1)} s`;
  return formatDuration(Math.round(ms / secondMs));
}
