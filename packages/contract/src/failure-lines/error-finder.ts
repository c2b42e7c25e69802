import { EchoReader, readCommand } from './echo-reader.ts';
import type { ErrorKind } from './error-kinds.ts';
import { handled, isFailureLine } from './failure-line.ts';

/** A line of output, without escape sequences. */
export interface OutputLine {
  /** Number of the line, from 0. */
  line: number;
  text: string;
}

/**
 * A line that stands for the failure of a step, up to its maximum length. The text of a command is without the prefix of
 * its echo.
 */
export interface FoundError extends OutputLine {
  kind: ErrorKind;
}

/** Maximum length of the text of an error, in characters. Lines may have megabytes. */
export const maxErrorLength = 2000;
/** Maximum number of lines of a Python traceback. */
const maxTracebackLines = 200;
const tracebackStart = 'Traceback (most recent call last)';

/** A command that ends a script with the result of an earlier command, which may have printed the error. */
const passesOnResult = /^(?:(?:exit|return|false|test|wait)\b|\[\[? )/;

interface Traceback {
  /** Index in the list of errors. */
  lists: { errors: FoundError[]; at: number }[];
  lines: number;
}

/**
 * Finds the lines that explain why a step failed, in lines that are added in order. It stores only these lines, so
 * that it can read logs of any length.
 */
export class ErrorFinder {
  private readonly limit: number;
  private readonly echo = new EchoReader();
  /** First errors of all commands. */
  private readonly all: FoundError[] = [];
  /** First errors of the last command. */
  private ofCommand: FoundError[] = [];
  private command: OutputLine | undefined;
  private hasOutput = false;
  private last: OutputLine | undefined;
  private traceback: Traceback | undefined;

  constructor(limit: number) {
    this.limit = limit;
  }

  add({ line, text }: OutputLine): void {
    if (this.echo.isEcho(text)) {
      const command = readCommand(text);
      if (command !== undefined) this.command = { line, text: command };
      this.ofCommand = [];
      this.hasOutput = false;
    } else if (text.trim() !== '') {
      this.hasOutput = true;
      this.last = { line, text };
      if (!this.endsTraceback(line, text) && isFailureLine(text) && !handled.test(text)) {
        this.addError({ ...cut({ line, text }), kind: 'error' });
      }
    }
  }

  /**
   * Lists the first errors of the last command, because a step ends with the command that fails. If that command
   * printed nothing, it is itself the error. Otherwise lists the first errors of all commands, and the last line.
   */
  list(): FoundError[] {
    if (this.ofCommand.length > 0) return this.ofCommand;
    if (this.command && !this.hasOutput) {
      const isResult = this.all.length > 0 && passesOnResult.test(this.command.text);
      return isResult ? this.all : [{ ...cut(this.command), kind: 'command' }];
    }
    if (!this.last) return [];
    return [...this.all, { ...cut(this.last), kind: 'last_line' as const }].slice(0, this.limit);
  }

  private addError(error: FoundError): void {
    const lists: Traceback['lists'] = [];
    for (const errors of [this.all, this.ofCommand]) {
      if (errors.length >= this.limit) continue;
      lists.push({ errors, at: errors.length });
      errors.push(error);
    }
    if (error.text.startsWith(tracebackStart)) this.traceback = { lists, lines: 0 };
  }

  /** Returns whether a line ends a Python traceback. It has the error message, so it replaces the first line. */
  private endsTraceback(line: number, text: string): boolean {
    if (!this.traceback) return false;
    const { lists, lines } = this.traceback;
    this.traceback.lines += 1;
    if (/^\s/.test(text) && lines < maxTracebackLines) return false;
    this.traceback = undefined;
    if (/^\s/.test(text)) return false;
    for (const { errors, at } of lists) errors[at] = { ...cut({ line, text }), kind: 'error' };
    return true;
  }
}

/** Cuts a line. Copies its text, because a part of a string keeps the whole one in memory, here a block of the log. */
function cut({ line, text }: OutputLine): OutputLine {
  return { line, text: JSON.parse(JSON.stringify(text.slice(0, maxErrorLength))) };
}
