import type { TextUse } from '../yaml/yaml-reader.ts';
import { fillMarks, type Values } from './fill-marks.ts';
import { type Escapes, type MarkedExpression, markExpressions } from './mark-expressions.ts';

export type { Values } from './fill-marks.ts';

export interface ExtractedText {
  /** The text with a mark for each expression, so that no value can change the YAML structure. */
  text: string;
  /** Replaces the marks in a part of the text by their values. */
  fill: (part: string, values: Values, use: TextUse) => string;
}

/**
 * Extracts the `${NAME}` expressions from a pipeline file. They are substituted the way existing runners do
 * it, with the operators of a shell: `:offset:length`, `#` `##` `%` `%%` (trim a pattern), `/` `//` `/#`
 * `/%` (replace), `^` `^^` `,` `,,` (case), `:-` `:=` `=` and similar (default), and `${#NAME}` for the
 * length. Anywhere in the text, `$$` becomes `$`, `\\` becomes `\` and `\/` becomes `/`. An unknown name is
 * empty; in a command it is left to the shell, unless only a build can define it. Anything else stays
 * unchanged.
 * @param escapes `dollars` keeps `\\` and `\/` unchanged, `none` also `$$`.
 */
export function extractExpressions(source: string, escapes: Escapes = 'all'): ExtractedText {
  const expressions: MarkedExpression[] = [];
  const text = markExpressions(source, escapes, expressions);
  return { text, fill: (part, values, use) => fillMarks(part, expressions, values, use) };
}
