import type { Line } from '@millrace/contract/api';
import { joinLines } from '@millrace/contract/log-lines';
import { readTerminalText } from '@millrace/contract/terminal-text';
import { EchoReader } from './engine/echo-reader.ts';
import { isFailureLine } from './engine/failure-line.ts';

const shownLength = 300;

/** Maximum number of lines of a Python traceback. */
const maxTracebackLines = 200;

/** Finds the first line of output that reports a failure, else the last line with text. */
export function findFirstError(
  entries: readonly Line[],
): { line: number; text: string } | undefined {
  const echo = new EchoReader();
  const texts = joinLines(entries).flatMap(({ pos, out }) => {
    const text = readTerminalText(out);
    return echo.isEcho(text) || text.trim() === '' ? [] : [{ line: pos, text }];
  });
  const first = texts.findIndex(({ text }) => isFailureLine(text));
  const found = first < 0 ? texts.at(-1) : (endOfTraceback(texts, first) ?? texts[first]);
  return found && { line: found.line, text: found.text.trim().slice(0, shownLength) };
}

/** Returns the last line of a Python traceback, which has the error message. */
function endOfTraceback<T extends { text: string }>(
  texts: readonly T[],
  at: number,
): T | undefined {
  if (!texts[at]?.text.startsWith('Traceback (most recent call last)')) return undefined;
  return texts.slice(at + 1, at + maxTracebackLines).find(({ text }) => /^\S/.test(text));
}
