import { applyLink, applySgr, type Style } from './ansi-style.ts';

export interface Segment {
  text: string;
  style: Style;
}

export interface TerminalLine {
  segments: Segment[];
  /** The style that the next line starts with. */
  end: Style;
}

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);
/** CSI sequences and OSC strings (captured), other strings, short escapes, CR, other control characters. */
const controls = new RegExp(
  [
    `${esc}\\[([0-9:;<=>?]*)[ -/]*([@-~])`,
    `${esc}\\]([^${bell}${esc}]*)(?:${bell}|${esc}\\\\)?`,
    `${esc}[PX^_][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
    `${esc}[ -/]*[0-~]?`,
    `[${controlRange(0, 8)}${controlRange(11, 31)}${controlRange(127, 127)}]`,
  ].join('|'),
  'g',
);

/**
 * One line of output as a terminal would leave it: colours read, a carriage return goes back to the
 * start and what follows overwrites. The result is text, never markup.
 */
export function readTerminalLine(out: string, start: Style): TerminalLine {
  const text = out.replace(/\r*\n$/, '');
  let style = start;
  let base: Segment[] = [];
  let over: Segment[] = [];
  let from = 0;
  const write = (to: number) => {
    if (to > from) over.push({ text: text.slice(from, to), style });
  };
  for (const match of text.matchAll(controls)) {
    write(match.index);
    from = match.index + match[0].length;
    const [control, parameters = '', command, string] = match;
    if (control === '\r') {
      base = overlay(base, over);
      over = [];
    } else if (command === 'm') style = applySgr(style, parameters);
    else if (string !== undefined) style = applyLink(style, string);
    else if (command === 'K') {
      if (parameters !== '1') base = [];
      if (parameters === '1' || parameters === '2') over = blanks(over);
    }
  }
  write(text.length);
  return { segments: overlay(base, over), end: style };
}

/** Only the style that a line leaves behind: cheaper than reading it in full. */
export function scanStyle(out: string, start: Style): Style {
  if (!out.includes(esc)) return start;
  let style = start;
  for (const [, parameters = '', command, string] of out.matchAll(controls)) {
    if (command === 'm') style = applySgr(style, parameters);
    else if (string !== undefined) style = applyLink(style, string);
  }
  return style;
}

/** The part of the segments between two columns. */
export function sliceSegments(segments: readonly Segment[], from: number, to: number): Segment[] {
  const part: Segment[] = [];
  let column = 0;
  for (const { text, style } of segments) {
    const start = Math.max(from - column, 0);
    const end = Math.min(to - column, text.length);
    if (start < end) part.push({ text: text.slice(start, end), style });
    column += text.length;
    if (column >= to) break;
  }
  return part;
}

function widthOf(segments: readonly Segment[]): number {
  return segments.reduce((width, { text }) => width + text.length, 0);
}

function overlay(base: Segment[], over: Segment[]): Segment[] {
  if (base.length === 0) return over;
  return [...over, ...sliceSegments(base, widthOf(over), Number.POSITIVE_INFINITY)];
}

function blanks(segments: Segment[]): Segment[] {
  const width = widthOf(segments);
  return width > 0 ? [{ text: ' '.repeat(width), style: {} }] : [];
}

function controlRange(from: number, to: number): string {
  return `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;
}
