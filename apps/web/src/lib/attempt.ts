import type { Build } from '@millrace/contract/api';

/** The attempt that a build is shown in, where it is not its newest. */
export function earlierAttempt({
  attempt,
  attempts = [],
}: Pick<Build, 'attempt' | 'attempts'>): number | undefined {
  const newest = attempts.at(-1)?.number;
  return newest === undefined || attempt === newest ? undefined : attempt;
}

/** How a call names an attempt: the newest is the one without a number. */
export function attemptOf(attempt: number | undefined): { attempt?: string } {
  return attempt ? { attempt: String(attempt) } : {};
}
