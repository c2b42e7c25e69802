import { charAt } from '../glob/char-at.ts';
import { matchClass } from '../glob/match-class.ts';
import { indexOfUnescaped } from '../glob/split-at.ts';

type Token = '*' | ((char: string) => boolean);

/**
 * Returns the lengths of the non-empty prefixes of a text that match a shell pattern, shortest first. `*`
 * and `?` match anything including slashes, `[a-z]` matches one of these, `\` escapes the next character. A
 * malformed pattern matches nothing. Takes one pass over the text, whatever the pattern.
 */
export function prefixLengths(pattern: string, text: string): number[] {
  const tokens = readTokens(pattern);
  const lengths: number[] = [];
  if (!tokens || tokens.length === 0) return lengths;
  let states = withStars(tokens, new Set([0]));
  let length = 0;
  for (const char of text) {
    length += char.length;
    const next = new Set<number>();
    for (const state of states) {
      const token = tokens[state];
      if (token === '*') next.add(state);
      else if (token?.(char)) next.add(state + 1);
    }
    states = withStars(tokens, next);
    if (states.size === 0) break;
    if (states.has(tokens.length)) lengths.push(length);
  }
  return lengths;
}

/** Adds the states after each `*`, because it can match an empty text. */
function withStars(tokens: readonly Token[], states: Set<number>): Set<number> {
  for (const state of states) if (tokens[state] === '*') states.add(state + 1);
  return states;
}

function readTokens(pattern: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; ) {
    const char = charAt(pattern, at);
    at += char.length;
    if (char === '*') tokens.push('*');
    else if (char === '?') tokens.push(() => true);
    else if (char === '[') {
      const end = indexOfUnescaped(pattern, ']', at);
      const source = pattern.slice(at, end);
      if (end < 0 || matchClass(source, ' ') === 'bad') return undefined;
      tokens.push((candidate) => matchClass(source, candidate) === 'yes');
      at = end + 1;
    } else {
      const literal = char === '\\' ? charAt(pattern, at) : char;
      if (literal === '') return undefined;
      if (char === '\\') at += literal.length;
      tokens.push((candidate) => candidate === literal);
    }
  }
  return tokens;
}
