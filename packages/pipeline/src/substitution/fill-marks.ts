import type { TextUse } from '../yaml/yaml-reader.ts';
import { evaluate } from './evaluate.ts';
import { type MarkedExpression, markExpressions, markStart, marks } from './mark-expressions.ts';

/** Values by name; a missing name is empty. */
export type Values = Readonly<Record<string, string>>;

/** An expression whose fallback is being read. */
interface OpenExpression {
  marked: MarkedExpression;
  /** Text before it. */
  before: string;
  isForShell: boolean;
}

/** Replaces the marks in a part of a text by their values. */
export function fillMarks(
  part: string,
  expressions: readonly MarkedExpression[],
  values: Values,
  use: TextUse,
): string {
  if (!part.includes(markStart)) return part;
  const open: OpenExpression[] = [];
  let text = '';
  let at = 0;
  const close = () => {
    const last = open.pop();
    if (last) text = last.before + fillFallback(last, text, values);
  };
  for (const { 0: mark, 1: number, index } of part.matchAll(marks)) {
    text += part.slice(at, index);
    at = index + mark.length;
    const marked = number === undefined ? undefined : expressions[Number(number)];
    if (marked) {
      const isForShell = (open.at(-1)?.isForShell ?? false) || isLeftToShell(marked, values, use);
      if (marked.fallback !== undefined) {
        open.push({ marked, before: text, isForShell });
        text = '';
      } else text += isForShell ? marked.source : fillExpression(marked, values, use);
    } else if (number === undefined && open.length > 0) close();
    else text += mark;
  }
  text += part.slice(at);
  // A comment can cut off the end of a fallback.
  while (open.length > 0) close();
  return text;
}

/** In a command, variables unknown to the build are left to the shell. */
function isLeftToShell({ expression }: MarkedExpression, values: Values, use: TextUse): boolean {
  const { name } = expression;
  return use === 'command' && !Object.hasOwn(values, name) && !/^(?:DRONE|CI)_/.test(name);
}

function fillFallback(
  { marked, isForShell }: OpenExpression,
  fallback: string,
  values: Values,
): string {
  const { source, expression } = marked;
  if (isForShell) {
    const length = source.length - '}'.length - (marked.fallback?.length ?? 0);
    return `${source.slice(0, length)}${fallback}}`;
  }
  return findValue(expression.name, values) || fallback;
}

function fillExpression({ expression }: MarkedExpression, values: Values, use: TextUse): string {
  return evaluate(expression, findValue(expression.name, values), (argument) => {
    const expressions: MarkedExpression[] = [];
    return fillMarks(markExpressions(argument, 'none', expressions), expressions, values, use);
  });
}

function findValue(name: string, values: Values): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}
