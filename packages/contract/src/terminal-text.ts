import { printRow } from './terminal-row.ts';

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);
const controlChars = `${charRange(0, 8)}${charRange(11, 31)}${charRange(127, 127)}`;
/** Characters that reorder the text after them. A terminal shows each character in its place. */
const directionChars = `${charRange(0x202a, 0x202e)}${charRange(0x2066, 0x2069)}`;

/**
 * Matches CSI sequences and OSC strings (captured), other strings, short escapes, CR and other control
 * characters.
 */
export const terminalControls = new RegExp(
  [
    `${esc}\\[([0-9:;<=>?]*)[ -/]*([@-~])`,
    `${esc}\\]([^${bell}${esc}]*)(?:${bell}|${esc}\\\\)?`,
    `${esc}[PX^_][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
    `${esc}[ -/]*[0-~]?`,
    `[${controlChars}${directionChars}]`,
  ].join('|'),
  'g',
);
const anyControl = new RegExp(`[${controlChars}${directionChars}]`);
const cursorMoves = new RegExp(`[\\r\\b]|${esc}\\[[0-9:;<=>?]*[ -/]*[CDGK]`);

/** Returns the text that a terminal shows for one line of output, without colours and overwritten text. */
export function readTerminalText(out: string): string {
  const text = withoutLineBreak(out);
  if (!anyControl.test(text)) return text;
  if (!movesCursor(text)) return text.replace(terminalControls, '');
  return printRow(text, terminalControls).text;
}

/** Returns whether a line of output moves the cursor in its row, or erases a part of it. */
export function movesCursor(text: string): boolean {
  return cursorMoves.test(text);
}

/** Removes the line break of any system from a line of output. */
export function withoutLineBreak(out: string): string {
  if (!out.endsWith('\n')) return out;
  let end = out.length - 1;
  while (out[end - 1] === '\r') end--;
  return out.slice(0, end);
}

function charRange(from: number, to: number): string {
  return `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;
}
