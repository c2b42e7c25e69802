import type { Build } from '@millrace/contract/api';

/** Returns the attempt that is shown, or undefined if it is the newest. */
export function earlierAttempt({
  attempt,
  attempts = [],
}: Pick<Build, 'attempt' | 'attempts'>): number | undefined {
  const newest = attempts.at(-1)?.number;
  return newest === undefined || attempt === newest ? undefined : attempt;
}

/** Returns the request parameters for an attempt. The newest is requested without a number. */
export function attemptOf(attempt: number | undefined): { attempt?: string } {
  return attempt ? { attempt: String(attempt) } : {};
}
