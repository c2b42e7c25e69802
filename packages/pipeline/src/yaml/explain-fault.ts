import type { ErrorCode } from 'yaml';
import { inQuotes } from '../hints/show-value.ts';
import type { TextPosition } from './text-positions.ts';

/** A syntax error as the parser describes it. Lines and columns count from 1. */
export interface SyntaxFault extends Pick<TextPosition, 'line' | 'column'> {
  code: ErrorCode;
  message: string;
}

interface Explained extends Pick<TextPosition, 'line' | 'column'> {
  message: string;
}

/** Characters of a line that is searched. */
const maxLine = 500;

const indentation = 'check the indentation of this line and of those above';

/** Explanations of errors that the parser describes in the terms of the YAML specification. */
const explanations: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: `this line begins at another column than those beside it: ${indentation}`,
  BLOCK_AS_IMPLICIT_KEY: `a text that contains ": " needs quotes, or ${indentation}`,
  MULTILINE_IMPLICIT_KEY: `a colon is missing, or the blank after it, or ${indentation}`,
  UNEXPECTED_TOKEN: 'a text with special characters needs quotes',
  BLOCK_IN_FLOW: 'a list with dashes and lines below each other cannot be inside [ ] or { }',
  TAB_AS_INDENT: 'a tab cannot indent a line; write blanks',
  BAD_DQ_ESCAPE: 'a \\ in double quotes has a meaning; write \\\\, or single quotes',
};

/** Returns the place that is to blame for a syntax error, and what to do about it. */
export function explainFault(text: string, fault: SyntaxFault): Explained {
  // A person wrote no longer line, in which a search could take quadratic time.
  const lines = text.split('\n').map((line) => (line.length > maxLine ? '' : line));
  return (
    explainIndentedStart(lines) ??
    explainOpenQuote(lines, fault) ??
    explainOpenBracket(lines, fault) ??
    explainDeeperKey(lines, fault) ??
    explainLine(lines[fault.line - 1] ?? '', fault) ?? {
      line: fault.line,
      column: fault.column,
      message: explanations[fault.code] ?? fault.message,
    }
  );
}

/** The first line begins with blanks, and a later one with a key does not. */
function explainIndentedStart(lines: readonly string[]): Explained | undefined {
  const first = lines.findIndex((line) => /^\s*[^\s#]/.test(line));
  if (!/^ +[\w-]+:/.test(lines[first] ?? '')) return undefined;
  if (!lines.slice(first + 1).some((line) => /^[\w-]+:/.test(line))) return undefined;
  return {
    line: first + 1,
    column: 1,
    message: 'this line begins with blanks, and those below do not; remove them',
  };
}

/** A quote that opens in a line and does not close there, above lines that are keys or items again. */
function explainOpenQuote(lines: readonly string[], { line: last }: SyntaxFault) {
  for (const [at, line] of lines.slice(0, last).entries()) {
    const [, before, quote = '', rest = ''] =
      /^(\s*(?:- +)*(?:[\w.-]+: +)?)(["'])(.*)$/.exec(line) ?? [];
    if (before === undefined || closes(quote, rest)) continue;
    if (!/^\s*(?:- |[\w.-]+:(?: |$))/.test(lines[at + 1] ?? '- ')) continue;
    return { line: at + 1, column: before.length + 1, message: `the quote ${quote} is not closed` };
  }
  return undefined;
}

/** A bracket that opens in one of the last lines and does not close there. */
function explainOpenBracket(lines: readonly string[], { line: last }: SyntaxFault) {
  for (let at = last - 1; at >= Math.max(0, last - 3); at--) {
    const line = withoutQuoted(lines[at] ?? '');
    const open = line.search(/[[{](?=[^\]}]*$)/);
    if (open < 0 || !/^\s*(?:- +)*(?:[\w.-]+: +)?[[{]/.test(line)) continue;
    return { line: at + 1, column: open + 1, message: `the ${line[open]} is not closed` };
  }
  return undefined;
}

/** A key below another one of the same map, which begins at a later column. */
function explainDeeperKey(lines: readonly string[], { line, code }: SyntaxFault) {
  const [, before = ''] = /^(\s*(?:- +)*)[\w.-]+: +\S/.exec(lines[line - 1] ?? '') ?? [];
  const [, deeper = '', key] = /^(\s*)([\w.-]+):(?: |$)/.exec(lines[line] ?? '') ?? [];
  if (code !== 'BLOCK_AS_IMPLICIT_KEY' || key === undefined) return undefined;
  if (deeper.length <= before.length) return undefined;
  const message = `"${key}" begins further right than the key above it`;
  return { line: line + 1, column: deeper.length + 1, message };
}

function withoutQuoted(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, (quoted) => '_'.repeat(quoted.length));
}

function closes(quote: string, rest: string): boolean {
  const inside = quote === '"' ? /^(?:[^"\\]|\\.)*"/ : /^(?:[^']|'')*'/;
  return inside.test(rest);
}

function explainLine(line: string, { line: number, column, code, message }: SyntaxFault) {
  const [, before = '', value = ''] = /^(\s*(?:- +)*(?:[\w.-]+: +)?)(.*?)\s*$/.exec(line) ?? [];
  if (/^[@`%]/.test(value)) {
    const explained = `a text that begins with ${value[0]} needs quotes: '${value}'`;
    return { line: number, column: before.length + 1, message: explained };
  }
  if (/[[{].*\$\{/.test(line) && (code === 'MISSING_CHAR' || code === 'UNEXPECTED_TOKEN')) {
    const explained = 'a text with "${…}" needs quotes in [ ] and { }, where braces have a meaning';
    return { line: number, column: line.indexOf('${') + 1, message: explained };
  }
  if (/^[\w.-]+: .*: /.test(line.trim()) && code === 'BLOCK_AS_IMPLICIT_KEY') {
    const explained = `a text that contains ": " needs quotes: ${inQuotes(value)}`;
    return { line: number, column: before.length + 1, message: explained };
  }
  if (/^Sequence item/.test(message)) {
    return { line: number, column, message: `this line begins too far left: ${indentation}` };
  }
  const [, word] = /^\s*(?:- )?([a-z_]+)(?: .*)?$/.exec(line) ?? [];
  if (word !== undefined && code === 'MULTILINE_IMPLICIT_KEY') {
    return { line: number, column, message: `a ":" is missing after "${word}"` };
  }
  const [, key] = /^\s*(?:- )?([a-z_]+):\S/.exec(line) ?? [];
  if (key !== undefined && code === 'MULTILINE_IMPLICIT_KEY') {
    return { line: number, column, message: `a blank is missing after "${key}:"` };
  }
  return undefined;
}
