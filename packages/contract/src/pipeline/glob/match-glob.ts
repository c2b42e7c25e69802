import { type Effort, withEffort } from './effort.ts';
import { matchPart } from './match-glob-part.ts';
import { splitAt } from './split-at.ts';

/** Longer patterns match nothing: nobody writes them, and each `*` of one is a call on the stack. */
const maxLength = 1024;

/**
 * Matches as existing pipeline files expect, which is what Go's `doublestar` 1.1 does: the pattern and
 * the value are cut at `/`; a part that is `**` stands for any number of parts, none too but at the
 * end; within a part `*`, `?`, `[a-z]`, `[^a-z]`, `{a,b}` and `\` before a character work. A malformed
 * pattern matches nothing, nor does one that takes too much time to compare.
 */
export function matchGlob(pattern: string, value: string): boolean {
  if (pattern.length > maxLength) return false;
  return withEffort((effort) => matchParts(splitAt(pattern, '/'), splitAt(value, '/'), effort));
}

function matchParts(pattern: readonly string[], value: readonly string[], effort: Effort): boolean {
  /** For each `**`, the place in the value from which on nothing fits what follows it. */
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
