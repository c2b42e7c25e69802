import { type Effort, withEffort } from './effort.ts';
import { matchPart } from './match-glob-part.ts';
import { splitAt } from './split-at.ts';

/**
 * Maximum length of patterns. Longer ones match nothing: people do not write them, and each `*` needs a stack
 * frame.
 */
const maxLength = 1024;

/**
 * Matches a path the way existing pipeline files expect, like Go's `doublestar` 1.1. Pattern and value are
 * split at `/`. A segment `**` matches any number of segments, including none except at the end. Within a
 * segment, `*`, `?`, `[a-z]`, `[^a-z]`, `{a,b}` and `\` before a character are supported. A malformed
 * pattern matches nothing, nor does one that exceeds the time budget.
 */
export function matchGlob(pattern: string, value: string): boolean {
  if (pattern.length > maxLength) return false;
  return withEffort((effort) => matchParts(splitAt(pattern, '/'), splitAt(value, '/'), effort));
}

function matchParts(pattern: readonly string[], value: readonly string[], effort: Effort): boolean {
  /** For each `**`, the index in the value from which the following segments are known not to match. */
  const failedFrom = new Map<number, number>();
  const matchFrom = (patternStart: number, valueStart: number): boolean => {
    if (patternStart === pattern.length || valueStart === value.length) {
      return patternStart === pattern.length && valueStart === value.length;
    }
    let at = patternStart;
    let valueAt = valueStart;
    for (; at < pattern.length && valueAt < value.length; at++, valueAt++) {
      const part = pattern[at] ?? '';
      if (part === '**') return at + 1 === pattern.length || matchAnywhere(at + 1, valueAt);
      if (matchPart(part, value[valueAt] ?? '', effort) !== 'yes') return false;
    }
    return at === pattern.length && valueAt === value.length;
  };
  const matchAnywhere = (patternStart: number, valueStart: number): boolean => {
    const end = failedFrom.get(patternStart) ?? value.length;
    for (let start = valueStart; start < end; start++) {
      if (matchFrom(patternStart, start)) return true;
    }
    failedFrom.set(patternStart, Math.min(valueStart, end));
    return false;
  };
  return matchFrom(0, 0);
}
