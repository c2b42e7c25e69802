/** Result of a comparison. `bad` means that the part of the pattern that was read is malformed. */
export type PartMatch = 'yes' | 'no' | 'bad';

/** Matches a character against the content of `[…]`: characters and ranges, negated by a leading `^`. */
export function matchClass(source: string, char: string): PartMatch {
  const chars = [...source];
  if (chars.length === 0) return 'bad';
  const isNegated = chars[0] === '^';
  const code = char.codePointAt(0) ?? 0;
  let isIncluded = false;
  let at = isNegated ? 1 : 0;
  const next = (): number | undefined => {
    const first = chars[at++];
    if (first === '-') return undefined;
    return (first === '\\' ? chars[at++] : first)?.codePointAt(0);
  };
  while (at < chars.length) {
    const low = next();
    if (low === undefined) return 'bad';
    let high: number | undefined = low;
    if (chars[at] === '-') {
      at++;
      high = next();
      if (high === undefined) return 'bad';
    }
    if (low <= code && code <= high) isIncluded = true;
  }
  return isIncluded === isNegated ? 'no' : 'yes';
}
