/** A query for log lines. */
export interface LogQuery {
  text: string;
  matchesCase: boolean;
  isRegExp: boolean;
}

/** Compiles a query to a regular expression; throws a `SyntaxError` if it is invalid. */
export function toLogPattern({ text, matchesCase, isRegExp }: LogQuery): RegExp {
  const source = isRegExp ? text : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(source, matchesCase ? 'gu' : 'giu');
}

export interface Range {
  from: number;
  to: number;
}

/** Returns the ranges of a line that match a pattern, without empty matches. */
export function* findMatches(text: string, pattern: RegExp): Generator<Range> {
  pattern.lastIndex = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] !== '') yield { from: match.index, to: match.index + match[0].length };
  }
}
