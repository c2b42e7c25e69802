import { isLineStart, terminalControls, withoutLineBreak } from '@millrace/contract/terminal-text';
import { applyLink, applySgr, type Style } from './ansi-style.ts';

export interface Segment {
  text: string;
  style: Style;
}

export interface TerminalLine {
  segments: Segment[];
  /** Style at the end, where the next line starts. */
  end: Style;
}

/**
 * Renders a line of output as a terminal does: applies colours, and lets text after a carriage return
 * overwrite earlier text. The result is plain text, never markup.
 */
export function readTerminalLine(out: string, start: Style): TerminalLine {
  const text = withoutLineBreak(out);
  let style = start;
  let base: Segment[] = [];
  let over: Segment[] = [];
  let from = 0;
  const write = (to: number) => {
    if (to > from) over.push({ text: text.slice(from, to), style });
  };
  for (const match of text.matchAll(terminalControls)) {
    write(match.index);
    from = match.index + match[0].length;
    const [control, parameters = '', command, string] = match;
    if (control === '\r' || isLineStart(command, parameters)) {
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

/** Returns only the style at the end of a line: faster than `readTerminalLine`. */
export function scanStyle(out: string, start: Style): Style {
  if (!out.includes('\u001b')) return start;
  let style = start;
  for (const [, parameters = '', command, string] of out.matchAll(terminalControls)) {
    if (command === 'm') style = applySgr(style, parameters);
    else if (string !== undefined) style = applyLink(style, string);
  }
  return style;
}

/** Returns the part of the segments between two columns. */
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
