import type { Build } from '@millrace/contract/api';
import { earlierAttempt } from '../lib/attempt.ts';
import { logFocusState } from '../lib/entry-marks.ts';
import { paths } from '../lib/paths.ts';

/** Marks an entry of the history where, on a small screen, the console covers the page. */
export const consoleState = { console: true } as const;

/** Marks one that also moves the focus to the log. */
export const consoleFocusState = { ...consoleState, ...logFocusState } as const;

/** A whole number above zero out of the address; `fallback` where the address has none. */
export function readNumber(text: string | undefined, fallback?: number): number | null {
  if (text === undefined) return fallback ?? null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** The address of a build, or of a stage or step of it, in the attempt that it is shown in. */
export function buildPath(slug: string, build: Build, stage?: number, step?: number): string {
  const attempt = earlierAttempt(build);
  const path = paths.build(slug, build.number, stage, step);
  return attempt ? `${path}?attempt=${attempt}` : path;
}
