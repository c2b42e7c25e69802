import type { Announcement, NewAnnouncement } from '@millrace/contract/api';

type Times = Pick<NewAnnouncement, 'starts' | 'ends' | 'read_only_from'>;

/** Maximum value of `Retry-After`. */
const maxRetrySec = 3600;
/** Value of `Retry-After` if the end is unknown. */
const usualRetrySec = 60;

/** Returns whether an announcement is shown. */
export function isShown({ starts, ends }: Times, nowSec: number): boolean {
  return starts <= nowSec && !hasEnded(ends, nowSec);
}

/** Returns whether an announcement makes the server read-only. */
export function isReadOnly({ ends, read_only_from }: Times, nowSec: number): boolean {
  return read_only_from > 0 && read_only_from <= nowSec && !hasEnded(ends, nowSec);
}

/** Returns what is wrong with the times of a new announcement; undefined if nothing is. */
export function findTimeProblem(
  { starts, ends, read_only_from }: Times,
  nowSec: number,
): string | undefined {
  if (hasEnded(ends, nowSec)) return 'The announcement ends in the past';
  if (ends > 0 && ends <= starts) return 'The announcement must end after its start';
  if (read_only_from === 0) return undefined;
  if (ends > 0 && ends <= read_only_from) return 'The read-only mode must begin before the end';
  return read_only_from < starts
    ? 'The read-only mode cannot begin before the announcement is shown'
    : undefined;
}

/** Returns the time after which a client that was refused may try again. */
export function retryAfterSec({ ends }: Times, nowSec: number): number {
  return ends > 0 ? Math.min(ends - nowSec, maxRetrySec) : usualRetrySec;
}

export function toJson(announcement: NewAnnouncement, nowSec: number): Announcement {
  return { ...announcement, read_only: isReadOnly(announcement, nowSec) };
}

function hasEnded(ends: number, nowSec: number): boolean {
  return ends > 0 && ends <= nowSec;
}
