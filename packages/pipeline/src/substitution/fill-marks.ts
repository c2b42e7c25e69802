import type { TextUse } from '../yaml/yaml-reader.ts';
import { evaluate } from './evaluate.ts';
import { markExpressions, markStart, marks, type Place } from './mark-expressions.ts';

/** Values by name; a missing name is empty. */
export type Values = Readonly<Record<string, string>>;

/** An expression whose fallback is being read. */
interface OpenPlace {
  place: Place;
  /** Text before it. */
  before: string;
  isForShell: boolean;
}

/** Replaces the marks in a part of a text by their values. */
export function fillMarks(
  part: string,
  places: readonly Place[],
  values: Values,
  use: TextUse,
): string {
  if (!part.includes(markStart)) return part;
  const open: OpenPlace[] = [];
  let text = '';
  let at = 0;
  const close = () => {
    const last = open.pop();
    if (last) text = last.before + fillFallback(last, text, values);
  };
  for (const { 0: mark, 1: number, index } of part.matchAll(marks)) {
    text += part.slice(at, index);
    at = index + mark.length;
    const place = number === undefined ? undefined : places[Number(number)];
    if (place) {
      const isForShell = (open.at(-1)?.isForShell ?? false) || isLeftToShell(place, values, use);
      if (place.fallback !== undefined) {
        open.push({ place, before: text, isForShell });
        text = '';
      } else text += isForShell ? place.source : fillPlace(place, values, use);
    } else if (number === undefined && open.length > 0) close();
    else text += mark;
  }
  text += part.slice(at);
  // A comment can cut off the end of a fallback.
  while (open.length > 0) close();
  return text;
}

/** In a command, variables unknown to the build are left to the shell. */
function isLeftToShell({ expression }: Place, values: Values, use: TextUse): boolean {
  const { name } = expression;
  return use === 'command' && !Object.hasOwn(values, name) && !/^(?:DRONE|CI)_/.test(name);
}

function fillFallback({ place, isForShell }: OpenPlace, fallback: string, values: Values): string {
  const { source, expression } = place;
  if (isForShell) {
    const length = source.length - '}'.length - (place.fallback?.length ?? 0);
    return `${source.slice(0, length)}${fallback}}`;
  }
  return findValue(expression.name, values) || fallback;
}

function fillPlace({ expression }: Place, values: Values, use: TextUse): string {
  return evaluate(expression, findValue(expression.name, values), (argument) => {
    const places: Place[] = [];
    return fillMarks(markExpressions(argument, 'none', places), places, values, use);
  });
}

function findValue(name: string, values: Values): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}
