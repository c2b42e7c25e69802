import type { LogBuffer } from './log-buffer.ts';
import type { SearchQuery, SearchResult } from './messages.ts';

/** Matches beyond these are counted, not listed. */
const listedMatches = 100_000;
const linesPerTurn = 20_000;

/** The expression of a query; a text where it is none. */
function toPattern({ text, matchesCase, isRegExp }: SearchQuery): RegExp | string {
  const source = isRegExp ? text : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  try {
    return new RegExp(source, matchesCase ? 'gu' : 'giu');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Looks through every line, giving way between turns; undefined once it is no longer wanted. */
export async function searchLog(
  buffer: LogBuffer,
  query: SearchQuery,
  isWanted: () => boolean,
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
      if (!isWanted()) return undefined;
    }
    const text = buffer.textOf(line);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      // An expression that matches nothing at all would never move on.
      if (match[0] === '') {
        pattern.lastIndex++;
        continue;
      }
      count++;
      if (lines.length >= listedMatches) continue;
      lines.push(line);
      starts.push(match.index);
      ends.push(match.index + match[0].length);
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
