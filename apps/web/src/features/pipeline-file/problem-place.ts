/** Lines that are shown before and after the one of a problem. */
const around = 3;
/** Messages start with the name of the file, except for the pipeline file. */
const place = /^(?:(.+?): )?(?:document \d+, )?line (\d+)(?:, column (\d+))?: /;

export interface ProblemPlace {
  /** Number of the line, from 1. */
  line: number;
  /** Number of the character, from 1; undefined where the message has none. */
  column: number | undefined;
}

/** Reads the position of an error in the pipeline file; undefined if the message names another file or no line. */
export function readPlace(message: string, path: string): ProblemPlace | undefined {
  const [, file, line, column] = place.exec(message) ?? [];
  if (line === undefined || (file !== undefined && file !== path)) return undefined;
  return { line: Number(line), column: column === undefined ? undefined : Number(column) };
}

export interface ExcerptLine {
  number: number;
  text: string;
}

/** The lines around a place; none if the file is shorter. */
export function excerptOf(text: string, { line }: ProblemPlace): ExcerptLine[] {
  const lines = text.replace(/\r?\n$/, '').split('\n');
  if (line > lines.length) return [];
  return lines
    .map((each, at) => ({ number: at + 1, text: each.replace(/\r$/, '') }))
    .slice(Math.max(0, line - 1 - around), line + around);
}

export type Hint = 'quote' | 'tabs' | 'indentation';

/** The usual mistake that a line looks like. */
export function findHint(message: string, line: string): Hint | undefined {
  if (/^\s*\t/.test(line) || /\btabs?\b/i.test(message)) return 'tabs';
  // `- echo done: yes` is read as a key and its value.
  if (/must be text$/.test(message) && /^\s*-\s+[^'"[{]*: /.test(line)) return 'quote';
  if (/indentation|indent/i.test(message)) return 'indentation';
  return undefined;
}
