/** Number of lines that are shown before and after the line of a problem. */
const around = 3;
/** Messages start with a file name, or are about the pipeline file itself. */
const place = /^(?:(.+?): )?(?:document \d+, )?line (\d+)(?:, column (\d+))?: /;

export interface ProblemPlace {
  /** Path of the file that the message names. */
  file: string;
  /** Line number, from 1. */
  line: number;
  /** Column, from 1; undefined if the message contains none. */
  column: number | undefined;
}

/** Parses the position of an error, by default in the pipeline file at this path; undefined if there is no line. */
export function readPlace(message: string, path: string): ProblemPlace | undefined {
  const [, file = path, line, column] = place.exec(message) ?? [];
  if (line === undefined) return undefined;
  return { file, line: Number(line), column: column === undefined ? undefined : Number(column) };
}

export interface ExcerptLine {
  number: number;
  text: string;
}

/**
 * Returns the lines around a position; empty if the text has no such file or line. If several files were read, each
 * starts with a comment with its path.
 */
export function excerptOf(text: string, { file, line }: ProblemPlace, path: string): ExcerptLine[] {
  const all = text.replace(/\r?\n$/, '').split('\n');
  const head = all.indexOf(`# file: ${file}`);
  const lines = all.slice(head + 1);
  if (line > lines.length || (head < 0 && file !== path)) return [];
  return lines
    .map((each, at) => ({ number: at + 1, text: each.replace(/\r$/, '') }))
    .slice(Math.max(0, line - 1 - around), line + around);
}

export type Hint = 'quote' | 'tabs' | 'indentation';

/** Returns a hint if the error has a common cause. */
export function findHint(message: string, line: string): Hint | undefined {
  if (/^\s*\t/.test(line) || /\btabs?\b/i.test(message)) return 'tabs';
  // YAML reads `- echo done: yes` as a key and a value.
  if (/must be text(?:;|$)/.test(message) && /^\s*-\s+[^'"[{]*: /.test(line)) return 'quote';
  if (/indentation|indent/i.test(message)) return 'indentation';
  return undefined;
}
