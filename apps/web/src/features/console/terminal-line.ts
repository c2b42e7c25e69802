import { printRow } from '@millrace/contract/terminal-row';
import { movesCursor, terminalControls, withoutLineBreak } from '@millrace/contract/terminal-text';
import { applyLink, applySgr, plain, type Style } from './ansi-style.ts';

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
 * Renders a line of output as a terminal does: applies colours, and lets text after a carriage return or a
 * backspace overwrite earlier text. The result is plain text, never markup.
 */
export function readTerminalLine(out: string, start: Style): TerminalLine {
  const text = withoutLineBreak(out);
  if (movesCursor(text)) return readRow(text, start);
  const segments: Segment[] = [];
  let style = start;
  let from = 0;
  const write = (to: number) => {
    if (to > from) segments.push({ text: text.slice(from, to), style });
  };
  for (const match of text.matchAll(terminalControls)) {
    write(match.index);
    from = match.index + match[0].length;
    style = applyControl(style, match);
  }
  write(text.length);
  return { segments, end: style };
}

/** Renders a line that overwrites a part of its text. */
function readRow(out: string, start: Style): TerminalLine {
  // Number 0 is the style of blanks.
  const styles = [plain, start];
  const { text, styles: numbers } = printRow(out, terminalControls, 1, (match) => {
    const style = styles.at(-1) ?? plain;
    const next = applyControl(style, match);
    if (next !== style) styles.push(next);
    return styles.length - 1;
  });
  const segments: Segment[] = [];
  for (let from = 0, to = 1; from < text.length; from = to, to++) {
    while (to < text.length && numbers[to] === numbers[from]) to++;
    segments.push({ text: text.slice(from, to), style: styles[numbers[from] ?? 0] ?? plain });
  }
  return { segments, end: styles.at(-1) ?? plain };
}

function applyControl(style: Style, control: RegExpExecArray): Style {
  const [, parameters = '', command, string] = control;
  if (command === 'm') return applySgr(style, parameters);
  return string === undefined ? style : applyLink(style, string);
}

/** Returns only the style at the end of a line: faster than `readTerminalLine`. */
export function scanStyle(out: string, start: Style): Style {
  if (!out.includes('\u001b')) return start;
  let style = start;
  for (const match of out.matchAll(terminalControls)) style = applyControl(style, match);
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
