import { type EchoReader, isFailureLine, isWarningLine } from '@millrace/contract/failure-lines';
import { readTerminalText } from '@millrace/contract/terminal-text';
import type { LogMark } from './messages.ts';

/** Length above which a line is folded: rendering megabytes in one line would freeze the page. */
export const foldLength = 10_000;
export const previewLength = 2000;

const inexactBit = 0x8000_0000;
const errorBit = 0x4000_0000;
const hiddenBit = 0x2000_0000;
const warningBit = 0x1000_0000;
const repeatBit = 0x0800_0000;
const columnMask = 0x07ff_ffff;

const printable = /^[\x20-\x7e]*\r?\n?$/;

export interface LineFacts {
  /** Number of visible characters. */
  columns: number;
  /** False if the width must be measured, because some characters may not be one column wide. */
  isExact: boolean;
  isError: boolean;
  /** True if the line is not shown: the end of a group, or a line that overwrote an earlier one. */
  isHidden: boolean;
  isWarning: boolean;
  /** Whether the line shows the same text as the one before it. */
  isRepeat: boolean;
}

/** Packs the facts of a line into one number. */
export function packFacts(facts: LineFacts): number {
  const bits =
    (facts.isExact ? 0 : inexactBit) +
    (facts.isError ? errorBit : 0) +
    (facts.isHidden ? hiddenBit : 0) +
    (facts.isWarning ? warningBit : 0) +
    (facts.isRepeat ? repeatBit : 0);
  return Math.min(facts.columns, columnMask) + bits;
}

/** Returns the facts of a line that shows the same text as the one before it. */
export function asRepeat(packed: number): number {
  const facts = unpackFacts(packed);
  return facts.isHidden || facts.columns === 0 ? packed : packFacts({ ...facts, isRepeat: true });
}

export function unpackFacts(packed: number): LineFacts {
  return {
    columns: packed & columnMask,
    isExact: packed < inexactBit,
    isError: (packed & errorBit) !== 0,
    isHidden: (packed & hiddenBit) !== 0,
    isWarning: (packed & warningBit) !== 0,
    isRepeat: (packed & repeatBit) !== 0,
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
  const isEcho = echo.isEcho(text);
  const facts = packFacts({
    columns: isTitle(mark) ? mark.title.length : text.length,
    isExact: isPlain || /^[\x20-\x7e]*$/.test(text),
    isError: !isEcho && isFailureLine(text),
    isHidden: isBareEnd(mark, out),
    isWarning: !isEcho && isWarningLine(text),
    isRepeat: false,
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
    isWarning: isWarningLine(text),
    isRepeat: false,
  });
}

/** Prefix of the line in which a step in debug mode prints the URL of its terminal. */
const sessionStart = 'web session: ';
const escapes = '(?:\\u001b\\[[0-9;]*[A-Za-z])*';
const groupStart = new RegExp(
  `^${escapes}(?:::group::|##\\[group\\]|section_start:\\d+:[\\w.-]+(\\[[^\\]]*\\])?\\r?)(.*)$`,
  's',
);
const groupEnd = new RegExp(
  `^${escapes}(?:::endgroup::|##\\[endgroup\\]|section_end:\\d+:[\\w.-]*\\r?)(.*)$`,
  's',
);
/** Headings of Azure and Buildkite. Lines of diffs and of Go's tests begin likewise. */
const sectionStart = new RegExp(
  `^${escapes}(?:##\\[section\\]|(?:---|\\+\\+\\+|~~~) (?=\\S)(?![ab]/|/dev/null|(?:FAIL|PASS|SKIP|BENCH)\\b|\\S+\\t))(.*)$`,
  's',
);
const foldedOption = /\bcollapsed=true\b/;
/** Beginnings of marks: ':', '#', 's', 'w', '-', '+', '~', escape. */
const firstCodes = new Set([58, 35, 115, 119, 45, 43, 126, 27]);

/** Reads a mark of GitHub, Azure, GitLab or Buildkite, or the URL of a remote session. */
export function readMark(out: string, line: number): LogMark | undefined {
  if (!firstCodes.has(out.charCodeAt(0))) return undefined;
  if (out.startsWith(sessionStart)) {
    return {
      line,
      kind: 'session',
      title: readTerminalText(out).slice(sessionStart.length).trim(),
    };
  }
  const end = groupEnd.exec(out);
  if (end) {
    // GitLab often starts the next section in the same line.
    const next = groupStart.exec(end[1] ?? '');
    return next ? startOf(line, 'next', next) : { line, kind: 'end', title: '' };
  }
  const start = groupStart.exec(out);
  if (start) return startOf(line, 'start', start);
  const [, section] = sectionStart.exec(out) ?? [];
  return section === undefined ? undefined : { line, kind: 'section', title: titleOf(section) };
}

function startOf(line: number, kind: 'start' | 'next', match: RegExpExecArray): LogMark {
  const [, options = '', title = ''] = match;
  const isFolded = foldedOption.test(options);
  return { line, kind, title: titleOf(title), ...(isFolded ? { isFolded } : {}) };
}

const titleOf = (text: string) => readTerminalText(text).trim() || '…';

/** Returns whether a line shows the title of a group. */
export function isTitle(mark: LogMark | undefined): mark is LogMark {
  return mark !== undefined && mark.kind !== 'end' && mark.kind !== 'session';
}

/** Returns whether a line ends a group and shows nothing. Text may follow the mark of GitLab. */
function isBareEnd(mark: LogMark | undefined, out: string): boolean {
  if (mark?.kind !== 'end') return false;
  return readTerminalText(groupEnd.exec(out)?.[1] ?? '').trim() === '';
}
