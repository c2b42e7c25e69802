import type { SearchResult } from './engine/messages.ts';
import type { Segment } from './terminal-line.ts';

export interface Match {
  start: number;
  end: number;
  isCurrent: boolean;
}

/** Returns the matches in a line. `current` is the index of the current match. */
export function matchesIn(result: SearchResult | null, line: number, current: number): Match[] {
  if (!result) return [];
  const found: Match[] = [];
  for (let at = firstIn(result.lines, line); result.lines[at] === line; at++) {
    const [start = 0, end = 0] = [result.starts[at], result.ends[at]];
    found.push({ start, end, isCurrent: at === current });
  }
  return found;
}

/** Returns the index of the first match at or after a line, or of the first match in the log. */
export function matchFrom(result: SearchResult, line: number): number {
  const at = firstIn(result.lines, line);
  return at < result.lines.length ? at : 0;
}

/** Start of a match in the text of a log. Unlike an index, it stays valid when earlier lines are loaded. */
export interface MatchStart {
  line: number;
  start: number;
}

/** Returns the index of the match with this start, or of the next match if it no longer exists. */
export function indexOfMatch(result: SearchResult, { line, start }: MatchStart): number {
  const first = firstIn(result.lines, line);
  for (let at = first; result.lines[at] === line; at++) if (result.starts[at] === start) return at;
  return matchFrom(result, line);
}

export interface MarkedSegment extends Segment {
  match?: 'match' | 'current';
}

/** Splits segments at the start and end of matches. `offset` is the column of the first character. */
export function markSegments(
  segments: readonly Segment[],
  matches: readonly Match[],
  offset = 0,
): readonly MarkedSegment[] {
  if (matches.length === 0) return segments;
  const marked: MarkedSegment[] = [];
  let column = offset;
  for (const segment of segments) {
    const end = column + segment.text.length;
    let at = column;
    for (const match of matches) {
      if (match.end <= at || match.start >= end) continue;
      const from = Math.max(match.start, at);
      if (from > at)
        marked.push({ ...segment, text: segment.text.slice(at - column, from - column) });
      const to = Math.min(match.end, end);
      const text = segment.text.slice(from - column, to - column);
      marked.push({ ...segment, text, match: match.isCurrent ? 'current' : 'match' });
      at = to;
    }
    if (at < end) marked.push({ ...segment, text: segment.text.slice(at - column) });
    column = end;
  }
  return marked;
}

function firstIn(lines: Uint32Array, line: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
