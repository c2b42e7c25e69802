import type { Line } from '@millrace/contract/api';
import { EchoReader } from '@millrace/contract/failure-lines';
import { splitEntry } from '@millrace/contract/log-lines';
import { readTerminalText } from '@millrace/contract/terminal-text';
import { plain, type Style } from '../ansi-style.ts';
import { linkSegments } from '../line-links.ts';
import { copiedTime, type LineTimes } from '../line-time.ts';
import { readTerminalLine, type Segment, scanStyle } from '../terminal-line.ts';
import {
  asRepeat,
  foldLength,
  isTitle,
  packFacts,
  previewLength,
  readLineFacts,
  readMark,
  readRowFacts,
  unpackFacts,
} from './line-facts.ts';
import { LinePieces } from './line-pieces.ts';
import type { LogMark, LogRow, TextPoint } from './messages.ts';
import { ScreenRows } from './screen-rows.ts';

const maxSegments = 200;
/** Number of lines before a change that are read again, because the change may overwrite their rows. */
const rereadLines = 100;
const hiddenFacts = packFacts({
  columns: 0,
  isExact: true,
  isError: false,
  isHidden: true,
  isWarning: false,
  isRepeat: false,
});

/** Lines added by a call of {@link LogBuffer.add}. */
export interface Added {
  from: number;
  facts: Uint32Array;
  marks: LogMark[];
}

/**
 * Lines of a log by number, joined from its entries. A resumed stream or a fetch after a stream repeats entries,
 * which are stored once.
 */
export class LogBuffer {
  private readonly outs: (string | undefined)[] = [];
  private readonly times: number[] = [];
  private readonly factList: number[] = [];
  /** Initial style of each line, known up to `styledTo`. */
  private readonly styles: Style[] = [plain];
  private styledTo = 0;
  private readonly pieces = new LinePieces();
  private entryEnd = 0;
  private echo = new EchoReader();
  /** Line that the echo reader expects next. */
  private echoTo = 0;
  /** State of the echo reader before the last line, if that line can still grow. */
  private echoBefore: EchoReader | undefined;
  /** Overwritten rows by line: their text, or null for a line without a row. */
  private readonly rewritten = new Map<number, string | null>();
  private screen = new ScreenRows();
  /** Next line for the screen. */
  private screenTo = 0;
  private present = 0;
  /** Count at the end of the last call of `add`. */
  private reportedCount = 0;

  /** Number of lines. Some runners end a log with an empty line without a line break, which is not counted. */
  get count(): number {
    return this.outs.at(-1) === '' ? this.outs.length - 1 : this.outs.length;
  }

  get size(): number {
    return this.present;
  }

  has(line: number): boolean {
    return this.outs[line] !== undefined;
  }

  /** Position after the last entry. */
  get nextPos(): number {
    return this.entryEnd;
  }

  /** Adds entries in any order. Returns null if no line has changed. */
  add(entries: readonly Line[]): Added | null {
    let from = Number.POSITIVE_INFINITY;
    let to = -1;
    const marks: LogMark[] = [];
    for (const line of this.storeEntries(entries)) {
      const mark = this.readFacts(line);
      if (mark) marks.push(mark);
      from = Math.min(from, line);
      to = Math.max(to, line);
    }
    if (to < 0) return null;
    this.styledTo = Math.min(this.styledTo, from);
    const changed = this.moveCursor(from);
    from = Math.min(from, changed.from);
    to = Math.max(to, changed.to);
    // The previous last line was empty and not counted. Now another line follows it.
    if (this.outs[this.reportedCount] === '') from = Math.min(from, this.reportedCount);
    this.reportedCount = this.count;
    if (from >= this.reportedCount) return null;
    const end = Math.min(to + 1, this.reportedCount);
    return { from, facts: Uint32Array.from(this.factList.slice(from, end)), marks };
  }

  row(line: number, isUnfolded: boolean): LogRow | undefined {
    const out = this.outOf(line);
    if (out === undefined) return undefined;
    const style = this.styleAt(line);
    const { columns, isError } = unpackFacts(this.factList[line] ?? 0);
    const isFolded = columns > foldLength && !isUnfolded;
    // Reads four times the preview, because control characters do not count towards its length.
    const { segments } = readTerminalLine(isFolded ? out.slice(0, previewLength * 4) : out, style);
    const mark = readMark(out, line);
    const shown = isFolded ? cut(segments, previewLength) : segments;
    return {
      line,
      time: this.times[line] ?? 0,
      // The first line of a group shows only the title.
      segments: isTitle(mark)
        ? [{ text: mark.title, style }]
        : linkSegments(capSegments(shown), isFolded),
      foldedLength: isFolded ? columns - previewLength : 0,
      isError,
    };
  }

  /** Returns the visible text of a line; empty if the line is not loaded. */
  textOf(line: number): string {
    const out = this.outOf(line);
    return out === undefined ? '' : readTerminalText(out);
  }

  /** Returns whether a line has no row, because it overwrote an earlier row or ends a group. */
  isHidden(line: number): boolean {
    return unpackFacts(this.factList[line] ?? 0).isHidden;
  }

  textBetween(from: TextPoint, to: TextPoint, times?: LineTimes): string {
    const parts: string[] = [];
    for (let line = from.line; line <= Math.min(to.line, this.count - 1); line++) {
      if (this.rewritten.get(line) === null) continue;
      const text = this.textOf(line);
      const end = line === to.line ? to.column : text.length;
      const time = times ? `${copiedTime(this.times[line] ?? 0, times)} ` : '';
      parts.push(time + text.slice(line === from.line ? from.column : 0, end));
    }
    return parts.join('\n');
  }

  /** Yields chunks of the original log. */
  *chunks(linesPerChunk = 10_000): Generator<string> {
    for (let from = 0; from < this.count; from += linesPerChunk) {
      yield this.outs.slice(from, from + linesPerChunk).join('');
    }
  }

  /** Yields chunks of the visible log, without control characters and overwritten rows. */
  *shownChunks(times?: LineTimes, linesPerChunk = 10_000): Generator<string> {
    for (let from = 0; from < this.count; from += linesPerChunk) {
      const to = { line: Math.min(from + linesPerChunk, this.count) - 1, column: Infinity };
      yield `${this.textBetween({ line: from, column: 0 }, to, times)}\n`;
    }
  }

  /** Stores entries, and returns the lines that changed. */
  private storeEntries(entries: readonly Line[]): number[] {
    const changed: number[] = [];
    for (const entry of entries) {
      this.entryEnd = Math.max(this.entryEnd, entry.pos + 1);
      for (const { line, out } of splitEntry(entry)) {
        const isWhole = entry.line === undefined;
        const text = isWhole ? out : this.pieces.add(line, entry.pos, out);
        if (this.outs[line] === text) continue;
        if (this.outs[line] === undefined) this.present++;
        for (let gap = this.outs.length; gap < line; gap++) this.setGap(gap);
        this.outs[line] = text;
        if (isWhole || this.pieces.startOf(line) === entry.pos) this.times[line] = entry.time;
        if (changed.at(-1) !== line) changed.push(line);
      }
    }
    return changed;
  }

  /** Updates the facts of a line that is new or has grown. Returns its mark if it has one. */
  private readFacts(line: number): LogMark | undefined {
    if (this.echoBefore && line === this.echoTo - 1) this.echo = this.echoBefore;
    else if (line !== this.echoTo) this.echo.leave();
    this.echoTo = line + 1;
    const out = this.outs[line] ?? '';
    this.echoBefore = out.endsWith('\n') ? undefined : this.echo.copy();
    const { facts, mark } = readLineFacts(out, line, this.echo);
    this.factList[line] = out !== '' && this.outs[line - 1] === out ? asRepeat(facts) : facts;
    return mark;
  }

  /** Returns the current text of a line, which may have been overwritten; undefined if it is not loaded. */
  private outOf(line: number): string | undefined {
    const rewritten = this.rewritten.get(line);
    return rewritten === undefined ? this.outs[line] : (rewritten ?? '');
  }

  /** Updates the rows from a line on. Returns the range of lines whose rows changed. */
  private moveCursor(start: number): { from: number; to: number } {
    const changed = { from: Number.POSITIVE_INFINITY, to: -1 };
    const note = (line: number, facts: number) => {
      this.factList[line] = facts;
      changed.from = Math.min(changed.from, line);
      changed.to = Math.max(changed.to, line);
    };
    if (start !== this.screenTo) {
      this.screen = new ScreenRows();
      this.screenTo = Math.max(0, start - rereadLines);
      for (const line of this.rewritten.keys()) {
        if (line < this.screenTo) continue;
        this.rewritten.delete(line);
        note(line, readRowFacts(this.outs[line] ?? ''));
      }
    }
    const textOf = (line: number) => this.outOf(line) ?? '';
    for (; this.screenTo < this.outs.length; this.screenTo++) {
      const out = this.outs[this.screenTo];
      const rows = out === undefined ? null : this.screen.write(this.screenTo, out, textOf);
      for (const [line, text] of rows ?? []) {
        this.rewritten.set(line, text);
        note(line, text === null ? hiddenFacts : readRowFacts(text));
      }
    }
    return changed;
  }

  private setGap(line: number): void {
    this.outs[line] = undefined;
    this.times[line] = 0;
    this.factList[line] = 0;
  }

  /** Returns the initial style of a line. Styles continue from line to line. */
  private styleAt(line: number): Style {
    for (let at = this.styledTo; at < line; at++) {
      const out = this.outs[at];
      const style = this.styles[at] ?? plain;
      this.styles[at + 1] = out === undefined ? style : scanStyle(out, style);
    }
    this.styledTo = Math.max(this.styledTo, line);
    return this.styles[line] ?? plain;
  }
}

/**
 * Limits the number of segments of a line, since each is rendered as an element. The rest has the style of
 * the last segment.
 */
function capSegments(segments: Segment[]): Segment[] {
  if (segments.length <= maxSegments) return segments;
  const rest = segments.slice(maxSegments - 1);
  const last = {
    text: rest.map((segment) => segment.text).join(''),
    style: rest[0]?.style ?? plain,
  };
  return [...segments.slice(0, maxSegments - 1), last];
}

function cut(segments: Segment[], length: number): Segment[] {
  const part: Segment[] = [];
  let left = length;
  for (const segment of segments) {
    if (left <= 0) break;
    part.push({ ...segment, text: segment.text.slice(0, left) });
    left -= segment.text.length;
  }
  return part;
}
