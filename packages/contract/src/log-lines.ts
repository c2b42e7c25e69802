import type { Line } from './api/logs.ts';

/** A part of a line: the text of one entry, or of one line in it. */
export interface LinePiece {
  /** Number of the line, from 0. */
  line: number;
  out: string;
}

/**
 * Assigns line numbers to the entries of a log. An entry is a piece of text: a whole line, a part of one, several
 * lines, or empty.
 */
export class LineCounter {
  /** Number of the line that the next entry starts or continues. */
  private next: number;
  private isAtLineStart: boolean;

  /** Continues a log after the entry `lastPos`. If its entries are not whole lines, `next` is the next line number. */
  constructor(lastPos = -1, next: number | null = null) {
    this.next = next ?? lastPos + 1;
    // Unknown after such entries. Then the next entry gets its line number in any case.
    this.isAtLineStart = next === null;
  }

  /** Returns the entry with its line number. The number is omitted for a whole line at the position of its number. */
  number({ pos, out, time }: Line): Line {
    const line = this.next;
    const isPlain = this.isAtLineStart && line === pos && isWholeLine(out);
    if (isPlain) {
      this.next++;
      return { pos, out, time };
    }
    this.next += countBreaks(out);
    if (out !== '') this.isAtLineStart = out.endsWith('\n');
    return { pos, out, time, line };
  }

  /** Returns the next line number after the entry `lastPos`; null if it follows from the position. */
  nextAfter(lastPos: number): number | null {
    return this.isAtLineStart && this.next === lastPos + 1 ? null : this.next;
  }
}

/** Splits the text of an entry into pieces of lines. An entry without a line number is one line. */
export function splitEntry({ pos, out, line }: Line): LinePiece[] {
  if (line === undefined) return [{ line: pos, out }];
  const texts = out.match(/[^\n]*\n|[^\n]+/g) ?? [''];
  return texts.map((text, index) => ({ line: line + index, out: text }));
}

/** Joins entries, in their order, to lines whose position is their number. `lines` are the lines before them. */
export function joinLines(entries: readonly Line[], lines: Line[] = []): Line[] {
  for (const entry of entries) {
    for (const { line, out } of splitEntry(entry)) {
      const last = lines.at(-1);
      if (entry.line !== undefined && last?.pos === line) last.out += out;
      else if (entry.line === undefined || out) lines.push({ pos: line, out, time: entry.time });
    }
  }
  return lines;
}

function isWholeLine(out: string): boolean {
  return out !== '' && out.indexOf('\n') === out.length - 1;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
