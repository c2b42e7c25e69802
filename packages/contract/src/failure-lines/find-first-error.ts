import type { Line } from '../api/logs.ts';
import { joinLines } from '../log-lines.ts';
import { readTerminalText } from '../terminal-text.ts';
import { ErrorFinder, type FoundError } from './error-finder.ts';

const shownLength = 300;

/** Finds the line of a log that explains best why its step failed. */
export function findFirstError(entries: readonly Line[]): FoundError | undefined {
  const finder = new ErrorFinder(1);
  for (const { pos, out } of joinLines(entries)) {
    finder.add({ line: pos, text: readTerminalText(out) });
  }
  const [found] = finder.list();
  return found && { ...found, text: found.text.trim().slice(0, shownLength) };
}
