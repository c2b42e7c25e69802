import { findMatches, type LogQuery, toLogPattern } from '@millrace/contract/log-pattern';
import type { LogBuffer } from './log-buffer.ts';
import type { SearchResult } from './messages.ts';

/** Number of matches that are listed. Further ones are only counted. */
const listedMatches = 100_000;
const linesPerTurn = 20_000;

/** Compiles a query. Returns the error message if it is not a valid regular expression, or too long for the browser. */
function toPattern(query: LogQuery): RegExp | string {
  try {
    const pattern = toLogPattern(query);
    // Firefox rejects a long expression only when it is used.
    pattern.test('');
    return pattern;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Searches all lines, and lets the worker handle messages in between. Returns undefined if the search is
 * superseded.
 */
export async function searchLog(
  buffer: LogBuffer,
  query: LogQuery,
  isCurrent: () => boolean,
  giveWay: () => Promise<void>,
): Promise<SearchResult | undefined> {
  const pattern = toPattern(query);
  if (typeof pattern === 'string') return toResult([], [], [], 0, pattern);
  const lines: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let count = 0;
  for (let line = 0; line < buffer.count; line++) {
    if (line % linesPerTurn === linesPerTurn - 1) {
      await giveWay();
      if (!isCurrent()) return undefined;
    }
    for (const { from, to } of findMatches(buffer.textOf(line), pattern)) {
      count++;
      if (lines.length >= listedMatches) continue;
      lines.push(line);
      starts.push(from);
      ends.push(to);
    }
  }
  return toResult(lines, starts, ends, count);
}

function toResult(
  lines: number[],
  starts: number[],
  ends: number[],
  count: number,
  problem?: string,
): SearchResult {
  return {
    count,
    lines: Uint32Array.from(lines),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    ...(problem === undefined ? {} : { problem }),
  };
}
