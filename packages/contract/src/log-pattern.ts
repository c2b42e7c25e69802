/** What is looked for in the lines of logs. */
export interface LogQuery {
  text: string;
  matchesCase: boolean;
  isRegExp: boolean;
}

/** The expression that finds what a query asks for; throws a `SyntaxError` where it is none. */
export function toLogPattern({ text, matchesCase, isRegExp }: LogQuery): RegExp {
  const source = isRegExp ? text : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(source, matchesCase ? 'gu' : 'giu');
}

export interface Range {
  from: number;
  to: number;
}

/** Where a pattern matches in a line, but for where it matches nothing at all. */
export function* findMatches(text: string, pattern: RegExp): Generator<Range> {
  pattern.lastIndex = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] !== '') yield { from: match.index, to: match.index + match[0].length };
  }
}
