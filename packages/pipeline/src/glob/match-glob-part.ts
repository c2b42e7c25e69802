import { charAt } from './char-at.ts';
import type { Effort } from './effort.ts';
import { matchClass, type PartMatch } from './match-class.ts';
import { indexOfUnescaped, splitAt } from './split-at.ts';

/** Matches one segment of a pattern, between two slashes, against one segment of a value. */
export function matchPart(pattern: string, value: string, effort: Effort): PartMatch {
  return new PartMatcher(effort).match(pattern, value);
}

class PartMatcher {
  private readonly effort: Effort;
  /** Longest remaining length of the value that is known not to match, by the pattern after a `*`. */
  private readonly failed = new Map<string, number>();
  /** Results of alternatives, by their pattern and the remaining length of the value. */
  private readonly seen = new Map<string, Map<number, PartMatch>>();

  constructor(effort: Effort) {
    this.effort = effort;
  }

  match(pattern: string, value: string): PartMatch {
    this.effort.spend(pattern.length);
    if (pattern === '') return value === '' ? 'yes' : 'no';
    if (value === '') return pattern === '*' ? 'yes' : 'no';
    let at = 0;
    let valueAt = 0;
    while (at < pattern.length && valueAt < value.length) {
      this.effort.spend();
      const char = charAt(pattern, at);
      const valueChar = charAt(value, valueAt);
      if (char === '*') {
        if (at + 1 === pattern.length) return 'yes';
        return this.matchAfterStar(pattern.slice(at + 1), value.slice(valueAt));
      }
      if (char === '{') {
        return this.matchAlternatives(pattern.slice(at + 1), value.slice(valueAt));
      }
      if (char === '[') {
        const end = indexOfUnescaped(pattern, ']', at + 1);
        this.effort.spend(end - at);
        const fits = end < 0 ? 'bad' : matchClass(pattern.slice(at + 1, end), valueChar);
        if (fits !== 'yes') return fits;
        at = end + 1;
      } else if (char === '\\') {
        if (at + 1 === pattern.length) return 'bad';
        const escaped = charAt(pattern, at + 1);
        if (escaped !== valueChar) return 'no';
        at += 1 + escaped.length;
      } else if (char === '?' || char === valueChar) at += char.length;
      else return 'no';
      valueAt += valueChar.length;
    }
    const rest = pattern.slice(at);
    const isMatch = valueAt === value.length && (rest === '' || rest === '*' || rest === '**');
    return isMatch ? 'yes' : 'no';
  }

  private matchAfterStar(rest: string, value: string): PartMatch {
    const failedLength = this.failed.get(rest) ?? 0;
    for (let at = 0; value.length - at > failedLength; at += charAt(value, at).length) {
      if (this.match(rest, value.slice(at)) === 'yes') return 'yes';
    }
    this.failed.set(rest, Math.max(failedLength, value.length));
    return 'no';
  }

  /** @param pattern text after the opening brace */
  private matchAlternatives(pattern: string, value: string): PartMatch {
    const known = this.seen.get(pattern) ?? new Map<number, PartMatch>();
    this.seen.set(pattern, known);
    const fits = known.get(value.length) ?? this.tryAlternatives(pattern, value);
    known.set(value.length, fits);
    return fits;
  }

  private tryAlternatives(pattern: string, value: string): PartMatch {
    const end = indexOfUnescaped(pattern, '}', 0);
    if (end < 0) return 'bad';
    const rest = pattern.slice(end + 1);
    for (const alternative of splitAt(pattern.slice(0, end), ',')) {
      const fits = this.match(alternative + rest, value);
      if (fits !== 'no') return fits;
    }
    return 'no';
  }
}
