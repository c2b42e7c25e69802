/** Number of lines that are shown before and after the line of a problem. */
const around = 3;
/** Messages start with a file name, unless the problem is in the pipeline file itself. */
const place = /^(?:(.+?): )?(?:document \d+, )?line (\d+)(?:, column (\d+))?: /;

export interface ProblemPlace {
  /** Line number, from 1. */
  line: number;
  /** Column, from 1; undefined if the message contains none. */
  column: number | undefined;
}

/**
 * Parses the position of an error in the pipeline file; undefined if the message names another file or no
 * line.
 */
export function readPlace(message: string, path: string): ProblemPlace | undefined {
  const [, file, line, column] = place.exec(message) ?? [];
  if (line === undefined || (file !== undefined && file !== path)) return undefined;
  return { line: Number(line), column: column === undefined ? undefined : Number(column) };
}

export interface ExcerptLine {
  number: number;
  text: string;
}

/** Returns the lines around a position; empty if the file has fewer lines. */
export function excerptOf(text: string, { line }: ProblemPlace): ExcerptLine[] {
  const lines = text.replace(/\r?\n$/, '').split('\n');
  if (line > lines.length) return [];
  return lines
    .map((each, at) => ({ number: at + 1, text: each.replace(/\r$/, '') }))
    .slice(Math.max(0, line - 1 - around), line + around);
}

export type Hint = 'quote' | 'tabs' | 'indentation';

/** Returns a hint if the error has a common cause. */
export function findHint(message: string, line: string): Hint | undefined {
  if (/^\s*\t/.test(line) || /\btabs?\b/i.test(message)) return 'tabs';
  // YAML reads `- echo done: yes` as a key and a value.
  if (/must be text$/.test(message) && /^\s*-\s+[^'"[{]*: /.test(line)) return 'quote';
  if (/indentation|indent/i.test(message)) return 'indentation';
  return undefined;
}
