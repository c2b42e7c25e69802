import type { Line } from '../api/logs.ts';
import { joinLines } from '../log-lines.ts';
import { readTerminalText } from '../terminal-text.ts';
import { EchoReader } from './echo-reader.ts';
import { isFailureLine } from './failure-line.ts';

/** A line of output, without escape sequences. */
export interface OutputLine {
  /** Number of the line, from 0. */
  line: number;
  text: string;
}

const shownLength = 300;

/** Maximum number of lines of a Python traceback. */
const maxTracebackLines = 200;

/** Finds the first line of output that reports a failure, else the last line with text. */
export function findFirstError(entries: readonly Line[]): OutputLine | undefined {
  const lines = joinLines(entries).map(({ pos, out }) => ({
    line: pos,
    text: readTerminalText(out),
  }));
  const [found] = listErrors(lines, 1);
  return found && { line: found.line, text: found.text.trim().slice(0, shownLength) };
}

/** Lists the first lines of output that report a failure. If there are none, the last line with text. */
export function listErrors(lines: readonly OutputLine[], limit: number): OutputLine[] {
  const echo = new EchoReader();
  const output = lines.filter(({ text }) => !echo.isEcho(text) && text.trim() !== '');
  const errors: OutputLine[] = [];
  for (const [at, line] of output.entries()) {
    if (errors.length === limit) break;
    if (isFailureLine(line.text)) errors.push(endOfTraceback(output, at) ?? line);
  }
  return errors.length > 0 ? errors : output.slice(-1);
}

/** Returns the last line of a Python traceback, which has the error message. */
function endOfTraceback(lines: readonly OutputLine[], at: number): OutputLine | undefined {
  if (!lines[at]?.text.startsWith('Traceback (most recent call last)')) return undefined;
  return lines.slice(at + 1, at + maxTracebackLines).find(({ text }) => /^\S/.test(text));
}
