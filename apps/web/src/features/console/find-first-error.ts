import type { Line } from '@millrace/contract/api';
import { readTerminalText } from '@millrace/contract/terminal-text';
import { isComplaint } from './engine/complaint.ts';

const shownLength = 300;

/** The first line that tells of a failure, or else the last one that says anything. */
export function findFirstError(lines: readonly Line[]): { line: number; text: string } | undefined {
  const texts = lines.map(({ pos, out }) => ({ line: pos, text: readTerminalText(out).trim() }));
  const found =
    texts.find(({ text }) => isComplaint(text)) ?? texts.findLast(({ text }) => text !== '');
  return found && { ...found, text: found.text.slice(0, shownLength) };
}
