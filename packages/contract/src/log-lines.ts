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
  /** Whether each entry so far is a whole line, at the position of its number. */
  private isPlain: boolean;

  /** Continues a log after the entry `lastPos`, with the `nextLine` that was stored for it. */
  constructor(lastPos = -1, nextLine: number | null = null) {
    this.next = nextLine ?? lastPos + 1;
    this.isPlain = nextLine === null;
  }

  /** Number of the next line; null as long as it is the position of the next entry. */
  get nextLine(): number | null {
    return this.isPlain ? null : this.next;
  }

  /**
   * Returns the entry with its line number. As long as each entry is a whole line, the number is omitted. So the last
   * entry of a log shows whether any has a number.
   */
  number({ pos, out, time }: Line): Line {
    const line = this.next;
    this.isPlain &&= line === pos && isWholeLine(out);
    this.next += this.isPlain ? 1 : countBreaks(out);
    return this.isPlain ? { pos, out, time } : { pos, out, time, line };
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
