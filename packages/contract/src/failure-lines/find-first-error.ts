import type { Line } from '../api/logs.ts';
import { joinLines } from '../log-lines.ts';
import { readTerminalText } from '../terminal-text.ts';
import { EchoReader } from './echo-reader.ts';
import { handled, isFailureLine } from './failure-line.ts';

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

/**
 * Lists the first lines of output that report a failure: those of the last echoed command, because a step ends with the
 * command that fails. If it has none, lists those of all commands, and its last line with text.
 */
export function listErrors(lines: readonly OutputLine[], limit: number): OutputLine[] {
  const echo = new EchoReader();
  const output: OutputLine[] = [];
  let lastCommand = 0;
  for (const line of lines) {
    if (echo.isEcho(line.text)) lastCommand = output.length;
    else if (line.text.trim() !== '') output.push(line);
  }
  const errors = listFailures(output, lastCommand, limit);
  if (errors.length > 0) return errors;
  const earlier = listFailures(output, 0, limit);
  if (lastCommand === output.length && earlier.length > 0) return earlier;
  return [...earlier, ...output.slice(-1)].slice(0, limit);
}

function listFailures(output: readonly OutputLine[], from: number, limit: number): OutputLine[] {
  const failures: OutputLine[] = [];
  for (let at = from; at < output.length && failures.length < limit; at++) {
    const line = output[at];
    if (line && isFailureLine(line.text) && !handled.test(line.text))
      failures.push(endOfTraceback(output, at) ?? line);
  }
  return failures;
}

/** Returns the last line of a Python traceback, which has the error message. */
function endOfTraceback(lines: readonly OutputLine[], at: number): OutputLine | undefined {
  if (!lines[at]?.text.startsWith('Traceback (most recent call last)')) return undefined;
  return lines.slice(at + 1, at + maxTracebackLines).find(({ text }) => /^\S/.test(text));
}
