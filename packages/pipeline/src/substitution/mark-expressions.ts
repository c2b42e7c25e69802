import { type Expression, readExpression, readFallback } from './evaluate.ts';

/** An expression of a file. */
export interface MarkedExpression {
  source: string;
  expression: Expression;
  fallback: string | undefined;
}

export const markStart = '\uE000';
const fallbackEnd = '\uE002';
/** Start of an expression, with its number, or end of a fallback. */
export const marks = /\uE000(\d+)\uE001|\uE002/g;
/** Patterns for a file, for a file that keeps its backslashes, and for an argument. */
const searches = {
  all: /\$\$|\$\{|\\[\\/]/g,
  dollars: /\$\$|\$\{/g,
  none: /\$\{/g,
};

export type Escapes = keyof typeof searches;

/**
 * Replaces each expression by a mark. Fallbacks stay in the text: the YAML reader parses them with their
 * quotes.
 */
export function markExpressions(
  text: string,
  escapes: Escapes,
  expressions: MarkedExpression[],
): string {
  let ends: ReadonlyMap<number, number> | undefined;
  const markPart = (from: number, to: number, searched: Escapes): string => {
    const pattern = new RegExp(searches[searched]);
    pattern.lastIndex = from;
    let result = '';
    let at = from;
    for (let found = pattern.exec(text); found && found.index < to; found = pattern.exec(text)) {
      result += text.slice(at, found.index);
      at = found.index + 2;
      if (found[0] === '${') {
        ends ??= findEnds(text);
        const end = ends.get(found.index);
        const expression = end === undefined ? undefined : readExpression(text.slice(at, end));
        if (expression && end !== undefined) {
          result += addMark(expression, found.index, end);
          at = end + 1;
        } else result += found[0];
      } else result += found[0].charAt(1);
      pattern.lastIndex = at;
    }
    return result + text.slice(at, to);
  };
  const addMark = (expression: Expression, start: number, end: number): string => {
    const fallback = readFallback(expression);
    const mark = `${markStart}${expressions.length}\uE001`;
    expressions.push({ source: text.slice(start, end + 1), expression, fallback });
    if (fallback === undefined) return mark;
    return `${mark}${markPart(end - fallback.length, end, 'none')}${fallbackEnd}`;
  };
  return markPart(0, text.length, escapes);
}

/** More deeply nested expressions stay unchanged. */
const maxDepth = 10;

/** Maps the start of each expression to its closing brace; expressions can be nested. */
function findEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: token, index } of text.matchAll(/\$\{|\}/g)) {
    if (token === '${') open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined && open.length < maxDepth) ends.set(start, index);
    }
  }
  return ends;
}
