import { ServerRefusal, UnreadableAnswer } from './server-refusal.ts';

const minuteMs = 60_000;
/** A server that is unreachable gives up the stage itself long before. */
const unreachableMs = 60 * minuteMs;
const refusedMs = 5 * minuteMs;
/** While the runner stops, nobody should have to wait. A server counts a runner as lost after two minutes. */
const drainingUnreachableMs = 2 * minuteMs;
const drainingRefusedMs = minuteMs / 2;

/** Statuses below 500 that ask for a later request. */
const laterStatuses: ReadonlySet<number> = new Set([408, 425, 429]);
/** Highest status of a server that has read the request. Above, it or its proxy is unavailable. */
const maxRefusedStatus = 501;

/** Returns how long a call is retried after an error of the server, in milliseconds. */
export function maxRetryMs(error: unknown, isDraining: boolean): number {
  if (isRefused(error)) return isDraining ? drainingRefusedMs : refusedMs;
  return isDraining ? drainingUnreachableMs : unreachableMs;
}

/** True if the server has read the request and rejected it. */
export function isRefused(error: unknown): boolean {
  if (error instanceof UnreadableAnswer) return true;
  return (
    error instanceof ServerRefusal &&
    error.status <= maxRefusedStatus &&
    !laterStatuses.has(error.status)
  );
}
