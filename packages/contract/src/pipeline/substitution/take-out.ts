import type { TextUse } from '../yaml/yaml-reader.ts';
import { type Expression, evaluate, readExpression } from './evaluate.ts';

/** Values by name; what is not there is empty. */
export type Values = Readonly<Record<string, string>>;

export interface TakenOut {
  /** The text with a mark in the place of each expression, so that no value can change what YAML it is. */
  text: string;
  /** Puts the values in the place of the marks of a part of the text. */
  fill: (part: string, values: Values, use: TextUse) => string;
}

interface Place {
  source: string;
  expression: Expression;
}

const markStart = '\uE000';
const marks = /\uE000(\d+)\uE001/g;
/** What is looked for in a file, in one that keeps its backslashes, and in an argument. */
const searches = {
  all: /\$\$|\$\{|\\[\\/]/g,
  dollars: /\$\$|\$\{/g,
  none: /\$\{/g,
};

/**
 * Takes the `${NAME}` out of the text of a pipeline file, the way existing runners fill it in: with the
 * operators of a shell, `:offset:length`, `#` `##` `%` `%%` (trim a pattern), `/` `//` `/#` `/%`
 * (replace), `^` `^^` `,` `,,` (case), `:-` `:=` `=` and the like (default), and `${#NAME}` for the
 * length. Anywhere in the text `$$` is `$`, `\\` is `\` and `\/` is `/`. An unknown name is empty; in
 * a command it is left to the shell, unless it is one that only a build can have. What is none of
 * these stays as it is.
 *
 * @param escapes `dollars` leaves `\\` and `\/` as they are, `none` also `$$`
 */
export function takeOut(text: string, escapes: keyof typeof searches = 'all'): TakenOut {
  const places: Place[] = [];
  let ends: ReadonlyMap<number, number> | undefined;
  const pattern = new RegExp(searches[escapes]);
  let result = '';
  let at = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    result += text.slice(at, found.index);
    at = found.index + 2;
    if (found[0] === '${') {
      ends ??= findEnds(text);
      const end = ends.get(found.index);
      const expression = end === undefined ? undefined : readExpression(text.slice(at, end));
      if (expression && end !== undefined) {
        result += `${markStart}${places.length}\uE001`;
        places.push({ source: text.slice(found.index, end + 1), expression });
        at = end + 1;
      } else result += found[0];
    } else result += found[0].charAt(1);
    pattern.lastIndex = at;
  }
  return { text: result + text.slice(at), fill: createFill(places) };
}

/** Expressions inside of more others stay as they are. */
const maxDepth = 10;

/** Places of the braces that close expressions by where these begin; an argument may hold others. */
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

function createFill(places: readonly Place[]): TakenOut['fill'] {
  return (part, values, use) => {
    if (!part.includes(markStart)) return part;
    return part.replace(marks, (mark, index: string) => {
      const place = places[Number(index)];
      return place ? fillPlace(place, values, use) : mark;
    });
  };
}

function fillPlace({ source, expression }: Place, values: Values, use: TextUse): string {
  const { name } = expression;
  const isKnown = Object.hasOwn(values, name);
  if (use === 'command' && !isKnown && !/^(?:DRONE|CI)_/.test(name)) return source;
  const value = isKnown ? (values[name] ?? '') : '';
  return evaluate(expression, value, (argument) => {
    const { text, fill } = takeOut(argument, 'none');
    return fill(text, values, use);
  });
}
