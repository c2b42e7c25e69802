import { runSlices } from '@millrace/node-kit/time-slice';

const escapeChar = '\u001b';
const bell = 0x07;
const escapeCode = 0x1b;
const space = 0x20;
/** First and last character that can end a sequence, and the first that can end other escapes. */
const firstFinal = 0x40;
const lastFinal = 0x7e;
const firstEscapeFinal = 0x30;
/** Character after the escape: a control sequence, or a string such as a title or a link. */
const sequence = '[';
const strings = ']PX^_';

export function hasEscape(line: string): boolean {
  return line.includes(escapeChar);
}

export function withoutEscapes(text: string): string {
  return runSlices(VisibleText.of(text)).text;
}

/** Number of escape codes read before yielding to the event loop. */
const sliceCodes = 4096;

/** Text that a terminal shows for a line with escape codes, with a mapping to positions in the line. */
export class VisibleText {
  text = '';
  /** Start of each stretch without codes, in the visible text and in the line. */
  private readonly seenAt: number[] = [0];
  private readonly lineAt: number[] = [0];

  private constructor() {}

  /** Yields after each slice of the line. */
  static *of(line: string): Generator<void, VisibleText> {
    const visible = new VisibleText();
    let from = 0;
    for (let at = line.indexOf(escapeChar); at >= 0; at = line.indexOf(escapeChar, from)) {
      visible.text += line.slice(from, at);
      from = endOfCode(line, at + 1);
      visible.seenAt.push(visible.text.length);
      visible.lineAt.push(from);
      if (visible.lineAt.length % sliceCodes === 0) yield;
    }
    visible.text += line.slice(from);
    return visible;
  }

  /** Returns the position of a visible character in the line. */
  positionOf(seen: number): number {
    let low = 0;
    let high = this.seenAt.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.seenAt[middle] ?? 0) <= seen) low = middle;
      else high = middle - 1;
    }
    return (this.lineAt[low] ?? 0) + seen - (this.seenAt[low] ?? 0);
  }
}

/**
 * Returns the end of the code whose escape character is before `at`. An incomplete code consists of the
 * escape character only.
 */
function endOfCode(line: string, at: number): number {
  const kind = line.charAt(at);
  if (kind === sequence) return endWithFinal(line, at + 1, firstFinal) ?? at;
  if (kind !== '' && strings.includes(kind)) return endOfString(line, at + 1) ?? at;
  return endWithFinal(line, at, firstEscapeFinal) ?? at;
}

function endWithFinal(line: string, from: number, first: number): number | undefined {
  let end = from;
  while (line.charCodeAt(end) >= space && line.charCodeAt(end) < first) end++;
  const final = line.charCodeAt(end);
  return final >= first && final <= lastFinal ? end + 1 : undefined;
}

/**
 * Returns the end of a string, a bell or `ESC \`. Another escape also ends it, so that no character is read
 * twice.
 */
function endOfString(line: string, from: number): number | undefined {
  for (let at = from; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === bell) return at + 1;
    if (code === escapeCode) return line.charAt(at + 1) === '\\' ? at + 2 : undefined;
  }
  return undefined;
}
