import type { Build } from '@millrace/contract/api';
import { earlierAttempt } from '../lib/attempt.ts';
import { logFocusState } from '../lib/entry-marks.ts';
import { paths } from '../lib/paths.ts';

/** History state with which the console covers the page on a small screen. */
export const consoleState = { console: true } as const;

/** The same, and moves the focus to the log. */
export const consoleFocusState = { ...consoleState, ...logFocusState } as const;

/**
 * Parses a positive integer of the URL. Returns `fallback` if the text is undefined, and null if it is
 * invalid.
 */
export function readNumber(text: string | undefined, fallback?: number): number | null {
  if (text === undefined) return fallback ?? null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** Returns the path of a build, a stage or a step, in the attempt that is shown. */
export function buildPath(slug: string, build: Build, stage?: number, step?: number): string {
  const attempt = earlierAttempt(build);
  const path = paths.build(slug, build.number, stage, step);
  return attempt ? `${path}?attempt=${attempt}` : path;
}
