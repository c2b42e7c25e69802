import { truncateText } from '@millrace/node-kit/truncate-text';

/** Maximum number of characters in one answer. Clients pass it to a model whose memory is small. */
export const maxCharacters = 50_000;
const maxLine = 2000;

interface NumberedLine {
  pos: number;
  text: string;
}

/**
 * Formats lines of a log with their numbers. Those that are too long are cut, and those that do not fit are omitted,
 * with a note that says which.
 *
 * @param keepsEnd whether the last lines are more important than the first ones
 */
export function formatLines(lines: readonly NumberedLine[], keepsEnd: boolean): string {
  const shown = lines.map(({ pos, text }) => `${pos} ${cutLine(text)}`);
  const inOrder = keepsEnd ? shown.toReversed() : shown;
  let remaining = maxCharacters;
  const fitting = inOrder.findIndex((line) => {
    remaining -= line.length + 1;
    return remaining < 0;
  });
  if (fitting === -1) return shown.join('\n');
  const included = inOrder.slice(0, fitting);
  if (!keepsEnd) {
    return [...included, `(left out: lines from ${lines[fitting]?.pos} on)`].join('\n');
  }
  const last = lines[lines.length - 1 - fitting]?.pos;
  return [`(left out: lines up to ${last})`, ...included.toReversed()].join('\n');
}

function cutLine(text: string): string {
  const more = text.length - maxLine;
  return more > 0 ? `${truncateText(text, maxLine)}… (${more} more characters)` : text;
}

/** Returns the first of these values, the most detailed one first, whose JSON is short enough, or the last one. */
export function fitJson(...values: readonly (() => unknown)[]): string {
  let text = '';
  for (const value of values) {
    text = JSON.stringify(value());
    if (text.length <= maxCharacters) return text;
  }
  return text;
}
