import type { Announcement, NewAnnouncement } from '@millrace/contract/api';

/** Values of the fields. Times are those of the browser's zone, as `2026-11-30T22:00`; empty for none. */
export interface AnnouncementForm {
  text: string;
  starts: string;
  ends: string;
  readOnlyFrom: string;
}

export function formOf(announcement: Announcement | null): AnnouncementForm {
  return {
    text: announcement?.text ?? '',
    starts: toField(announcement?.starts ?? 0),
    ends: toField(announcement?.ends ?? 0),
    readOnlyFrom: toField(announcement?.read_only_from ?? 0),
  };
}

export function bodyOf({ text, starts, ends, readOnlyFrom }: AnnouncementForm): NewAnnouncement {
  return {
    text: text.trim(),
    starts: toSec(starts),
    ends: toSec(ends),
    read_only_from: toSec(readOnlyFrom),
  };
}

function toField(sec: number): string {
  if (sec === 0) return '';
  const date = new Date(sec * 1000);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function toSec(field: string): number {
  return field ? Math.floor(new Date(field).getTime() / 1000) : 0;
}
