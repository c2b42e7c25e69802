import { type EchoReader, isFailureLine } from '@millrace/contract/failure-lines';
import { readTerminalText } from '@millrace/contract/terminal-text';
import type { LogMark } from './messages.ts';

/** Length above which a line is folded: rendering megabytes in one line would freeze the page. */
export const foldLength = 10_000;
export const previewLength = 2000;

const inexactBit = 0x8000_0000;
const errorBit = 0x4000_0000;
const hiddenBit = 0x2000_0000;
const columnMask = 0x1fff_ffff;

const printable = /^[\x20-\x7e]*\r?\n?$/;

export interface LineFacts {
  /** Number of visible characters. */
  columns: number;
  /** False if the width must be measured, because some characters may not be one column wide. */
  isExact: boolean;
  isError: boolean;
  /** True if the line is not shown: the end of a group, or a line that overwrote an earlier one. */
  isHidden: boolean;
}

/** Packs the facts of a line into one number. */
export function packFacts({ columns, isExact, isError, isHidden }: LineFacts): number {
  const bits = (isExact ? 0 : inexactBit) + (isError ? errorBit : 0) + (isHidden ? hiddenBit : 0);
  return Math.min(columns, columnMask) + bits;
}

export function unpackFacts(packed: number): LineFacts {
  return {
    columns: packed & columnMask,
    isExact: packed < inexactBit,
    isError: (packed & errorBit) !== 0,
    isHidden: (packed & hiddenBit) !== 0,
  };
}

/**
 * Updates the index of the first line that reports a failure, -1 if none, after the lines starting at `from`
 * changed.
 */
export function updateFirstError(old: number, from: number, facts: Uint32Array): number {
  if (old >= 0 && old < from) return old;
  const at = facts.findIndex((packed) => unpackFacts(packed).isError);
  if (at >= 0) return from + at;
  // The previous first error may have been overwritten.
  return old < from + facts.length ? -1 : old;
}

/** Returns the packed facts of a line, and its mark if it has one. */
export function readLineFacts(
  out: string,
  line: number,
  echo: EchoReader,
): { facts: number; mark?: LogMark } {
  const isPlain = printable.test(out);
  const text = readTerminalText(out);
  const mark = readMark(out, line);
  const facts = packFacts({
    columns: mark?.kind === 'start' ? mark.title.length : text.length,
    isExact: isPlain || /^[\x20-\x7e]*$/.test(text),
    isError: !echo.isEcho(text) && isFailureLine(text),
    isHidden: mark?.kind === 'end',
  });
  return mark ? { facts, mark } : { facts };
}

/** Returns the packed facts of a row that was overwritten. It is never an echoed command. */
export function readRowFacts(out: string): number {
  const text = readTerminalText(out);
  return packFacts({
    columns: text.length,
    isExact: /^[\x20-\x7e]*$/.test(text),
    isError: isFailureLine(text),
    isHidden: false,
  });
}

/** Prefix of the line in which a step in debug mode prints the URL of its terminal. */
const sessionStart = 'web session: ';
const escapes = '(?:\\u001b\\[[0-9;]*[A-Za-z])*';
const groupStart = new RegExp(
  `^${escapes}(?:::group::|##\\[group\\]|section_start:\\d+:[\\w.-]+(?:\\[[^\\]]*\\])?\\r?)(.*)$`,
  's',
);
const groupEnd = new RegExp(`^${escapes}(?:::endgroup::|##\\[endgroup\\]|section_end:\\d+:)`);

/** Reads a group marker of GitHub, Azure or GitLab, or the URL of a remote session. */
export function readMark(out: string, line: number): LogMark | undefined {
  const first = out.charCodeAt(0);
  // ':', '#', 's', 'w', escape
  if (![58, 35, 115, 119, 27].includes(first)) return undefined;
  if (out.startsWith(sessionStart)) {
    return {
      line,
      kind: 'session',
      title: readTerminalText(out).slice(sessionStart.length).trim(),
    };
  }
  const start = groupStart.exec(out);
  if (start) return { line, kind: 'start', title: readTerminalText(start[1] ?? '').trim() || '…' };
  return groupEnd.test(out) ? { line, kind: 'end', title: '' } : undefined;
}
