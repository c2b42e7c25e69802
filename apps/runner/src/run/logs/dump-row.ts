import type { Span } from './span-list.ts';

/** A way to read a row of a dump: its bytes in order, and where the line shows each. */
export interface DumpReading {
  /** Order of the bytes of a group, or octal numbers. A dump has the same one in all of its rows. */
  order: 'big' | 'little' | 'octal';
  bytes: number[];
  /** Position in the line of a byte, or of the group that contains it. */
  spanOf(byte: number): Span;
}

export interface DumpRow {
  readings: DumpReading[];
  /** Start of the column in which each byte is a character; undefined without such a column. */
  textStart: number | undefined;
}

/** Longer lines are no rows of a dump. Hexadecimal digits in one piece are found in them as well. */
const maxRowLength = 2048;
/** Rejects most lines quickly, also those that begin with a time. */
const mayBeRow = /^(?: *[\da-f]{2,}(?: [ \da-f\\]|\s*$)|[\da-f]{6,16}: *[\da-f]{2})/i;
const offset = /^(?:[\da-f]{6,16}: *| *[\da-f]{6,16} +(?=[\da-f \\]))/i;
const groups = /[\da-f]+(?: {1,12}[\da-f]+)*/iy;
/** As `xxd` prints them, with two spaces before the characters, which may look like groups. */
const closeGroups = /[\da-f]+(?: [\da-f]+)*/iy;
/** Cells of `od -c`. */
const charCells = /^[0-7]{7}((?: {3}[^ ]| {2}\\.| [0-7]{3}| {4})+)$/;
const charCellWidth = 4;
const charOffsetWidth = 7;

/** Reads a line as a row of `xxd`, `od` or `hexdump`, with any options. Returns undefined if it is none. */
export function readDumpRow(line: string): DumpRow | undefined {
  if (line.length > maxRowLength || !mayBeRow.test(line)) return undefined;
  const text = line.replace(/\r?\n$/, '');
  return readChars(text) ?? readGroups(text, offset.exec(text)?.[0] ?? '') ?? readGroups(text, '');
}

function readGroups(text: string, head: string): DumpRow | undefined {
  const pattern = head.trimEnd().endsWith(':') ? closeGroups : groups;
  pattern.lastIndex = head.length + (/^ */.exec(text.slice(head.length))?.[0].length ?? 0);
  const found = pattern.exec(text);
  if (!found) return undefined;
  const spans = [...found[0].matchAll(/[\da-f]+/gi)].map(({ 0: digits, index }) => ({
    digits,
    start: found.index + index,
  }));
  const width = spans[0]?.digits.length ?? 0;
  if (spans.some(({ digits }, at) => digits.length !== width && at < spans.length - 1))
    return undefined;
  const readings = [...hexReadings(spans, width), ...octalReadings(spans, width)];
  const count = readings[0]?.bytes.length;
  if (count === undefined) return undefined;
  const rest = text.slice(found.index + found[0].length);
  const textStart = findText(rest, count, text.length, head);
  return rest.trim() === '' || textStart !== undefined ? { readings, textStart } : undefined;
}

interface Group {
  digits: string;
  start: number;
}

function hexReadings(groups: Group[], width: number): DumpReading[] {
  if (groups.some(({ digits }) => digits.length % 2 !== 0)) return [];
  const readings = [readingOf('big', groups, (digits) => [...Buffer.from(digits, 'hex')])];
  if (width > 2 && groups.length > 1) {
    readings.push(
      readingOf('little', groups, (digits) => [...Buffer.from(digits, 'hex')].reverse()),
    );
  }
  return readings;
}

/** `od -b` prints bytes, and `od` numbers of two bytes. */
function octalReadings(groups: Group[], width: number): DumpReading[] {
  if (groups.some(({ digits }) => digits.length !== width || !/^[0-7]+$/.test(digits))) return [];
  if (width === 3)
    return [readingOf('big', groups, (digits) => [Number.parseInt(digits, 8) & 0xff])];
  if (width !== 6) return [];
  const read = (digits: string) => {
    const value = Number.parseInt(digits, 8);
    return [value & 0xff, (value >> 8) & 0xff];
  };
  return [readingOf('octal', groups, read)];
}

function readingOf(
  order: DumpReading['order'],
  groups: Group[],
  read: (digits: string) => number[],
): DumpReading {
  const bytes: number[] = [];
  const spans: Span[] = [];
  for (const { digits, start } of groups) {
    const values = read(digits);
    // Each byte has digits of its own in groups of bytes in order; in others, the whole group is its span.
    const isApart = order === 'big' && values.length * 2 === digits.length;
    for (const [at, value] of values.entries()) {
      bytes.push(value);
      const from = isApart ? start + 2 * at : start;
      spans.push({ start: from, end: isApart ? from + 2 : start + digits.length });
    }
  }
  return { order, bytes, spanOf: (byte) => spans[byte] ?? { start: 0, end: 0 } };
}

/** Returns the start of the characters of a row: `|text|`, `>text<`, or the text after two spaces. */
function findText(rest: string, count: number, end: number, head: string): number | undefined {
  const quoted = /^ *[|>](.*)[|<] *$/.exec(rest);
  if (quoted) return end - rest.length + rest.search(/[|>]/) + 1;
  const isColumn =
    head.trimEnd().endsWith(':') && rest.startsWith('  ') && rest.length >= 2 + count;
  return isColumn ? end - count : undefined;
}

function readChars(text: string): DumpRow | undefined {
  const cells = charCells.exec(text)?.[1];
  if (!cells || /^(?: [0-7]{3})+$/.test(cells)) return undefined;
  const bytes = (cells.match(/.{4}/g) ?? []).map(readChar);
  const spanOf = (byte: number) => {
    const start = charOffsetWidth + charCellWidth * byte;
    return { start, end: start + charCellWidth };
  };
  return { readings: [{ order: 'big', bytes, spanOf }], textStart: undefined };
}

const escapes: Record<string, number> = { 0: 0, a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

function readChar(cell: string): number {
  if (/^ [0-7]{3}$/.test(cell)) return Number.parseInt(cell, 8) & 0xff;
  if (cell.startsWith('  \\')) return escapes[cell.charAt(3)] ?? 0;
  return cell.charCodeAt(3);
}
