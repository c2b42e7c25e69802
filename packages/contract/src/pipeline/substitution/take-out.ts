import type { TextUse } from '../yaml/yaml-reader.ts';
import { fillMarks, type Values } from './fill-marks.ts';
import { type Escapes, markExpressions, type Place } from './mark-expressions.ts';

export type { Values } from './fill-marks.ts';

export interface TakenOut {
  /** The text with a mark in the place of each expression, so that no value can change what YAML it is. */
  text: string;
  /** Puts the values in the place of the marks of a part of the text. */
  fill: (part: string, values: Values, use: TextUse) => string;
}

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
export function takeOut(source: string, escapes: Escapes = 'all'): TakenOut {
  const places: Place[] = [];
  const text = markExpressions(source, escapes, places);
  return { text, fill: (part, values, use) => fillMarks(part, places, values, use) };
}
