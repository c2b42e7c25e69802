import type { LogHit } from '@millrace/contract/api';
import { findMatches, type LogQuery, toLogPattern } from '@millrace/contract/log-pattern';
import {
  readPlainBlock,
  readShownLine,
  readShownLines,
  type ShownLine,
} from '../scan/read-shown-lines.ts';

export interface Matches {
  /** Number of all matching lines. */
  count: number;
  /** The first matching lines. */
  hits: LogHit[];
}

/** Finds the lines that match a query. */
export class LogMatcher {
  private readonly pattern: RegExp;
  /**
   * Matches the JSON of every line that contains the plain text, and of some others. Undefined for an
   * expression.
   */
  private readonly jsonPattern: RegExp | undefined;

  constructor(query: LogQuery) {
    this.pattern = toLogPattern(query);
    const text = JSON.stringify(query.text).slice(1, -1);
    this.jsonPattern = query.isRegExp ? undefined : toLogPattern({ ...query, text });
  }

  /** Counts all matches in a block, and returns at most `room` of them. */
  search(block: string, room: number): Matches {
    const matches: Matches = { count: 0, hits: [] };
    for (const line of this.candidates(block)) {
      this.pattern.lastIndex = 0;
      if (!this.pattern.test(line.text)) continue;
      const [first] = findMatches(line.text, this.pattern);
      if (!first) continue;
      matches.count++;
      if (matches.hits.length < room) matches.hits.push(toHit(line, first.from, this.pattern));
    }
    return matches;
  }

  private candidates(block: string): Iterable<ShownLine> {
    const { jsonPattern } = this;
    const plain = readPlainBlock(block);
    if (!jsonPattern || plain === undefined) return readShownLines(block);
    return readMatchingLines(plain, jsonPattern);
  }
}

function* readMatchingLines(block: string, pattern: RegExp): Generator<ShownLine> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(block); match; match = pattern.exec(block)) {
    const end = block.indexOf('\n', match.index);
    yield readShownLine(block.slice(block.lastIndexOf('\n', match.index) + 1, end));
    pattern.lastIndex = end + 1;
  }
}

const maxShown = 500;
const shownBefore = 100;

/** Returns the line, or, if it is long, the part of it with the first match. */
function toHit({ pos, text }: ShownLine, firstMatch: number, pattern: RegExp): LogHit {
  const isWhole = text.length <= maxShown;
  const start = isWhole ? 0 : notWithinPair(text, Math.max(0, firstMatch - shownBefore));
  const end = isWhole ? text.length : notWithinPair(text, Math.min(text.length, start + maxShown));
  const ranges: LogHit['ranges'] = [];
  for (const { from, to } of findMatches(text, pattern)) {
    if (from >= end) break;
    ranges.push({ from: from - start, to: Math.min(to, end) - start });
  }
  return { pos, out: text.slice(start, end), before: start, after: text.length - end, ranges };
}

/** Returns this index, or the one before if it would split a surrogate pair. */
function notWithinPair(text: string, at: number): number {
  const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const isHigh = (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return isLow && isHigh ? at - 1 : at;
}
