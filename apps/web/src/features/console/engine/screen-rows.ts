import { withoutLineBreak } from '@millrace/contract/terminal-text';

/** Rows above the last one that the cursor can go back to. */
const maxRows = 50;
/** Longer texts of a row lose what was written on it before. */
const maxRowLength = 4000;
const esc = String.fromCharCode(27);
const eraseToEnd = `${esc}[K`;
/** Cursor up and down, to the start of a row above or below, and erase all that follows. */
const moves = new RegExp(`${esc}\\[(?:(\\d*)([ABEF])|0?J)`, 'g');
const erasesRow = new RegExp(`^(?:\\r|${esc}\\[[0-9;]*[Gm])*${esc}\\[2K`);

/** Lines whose rows changed: the text that a row has now, or null for a line that has no row of its own. */
export type ScreenChanges = Map<number, string | null>;

/**
 * The rows at the end of a terminal, for output that moves the cursor up and writes again, as progress bars of
 * several rows do. A line that is written on the row of an earlier one replaces its text and has no row itself.
 */
export class ScreenRows {
  /** The line that each row belongs to, oldest first. */
  private readonly rows: number[] = [];
  /** Index of the row that the next text goes to; `rows.length` is a new row. */
  private cursor = 0;

  /**
   * Takes the next line of output.
   * @param textOf the text of the row that belongs to a line
   */
  write(line: number, out: string, textOf: (line: number) => string): ScreenChanges | null {
    const isPlain = this.cursor === this.rows.length && !out.includes(`${esc}[`);
    if (isPlain || (this.cursor === this.rows.length && out.search(moves) < 0)) {
      this.addRow(line);
      return null;
    }
    const changes: ScreenChanges = new Map();
    const put = (text: string) => {
      const row = this.rows[this.cursor];
      if (row === undefined) {
        this.rows.push(line);
        changes.set(line, text);
      } else changes.set(row, overwrite(changes.get(row) ?? textOf(row), text));
    };
    const text = withoutLineBreak(out);
    let piece = '';
    let from = 0;
    for (const { 0: control, 1: count, 2: move, index } of text.matchAll(moves)) {
      piece += text.slice(from, index);
      from = index + control.length;
      if (move === undefined) {
        this.eraseBelow(changes);
        piece += eraseToEnd;
        continue;
      }
      if (piece !== '') put(piece);
      piece = '';
      this.move(Number(count) || 1, move === 'A' || move === 'F');
    }
    piece += text.slice(from);
    if (piece !== '') put(piece);
    if (this.cursor === this.rows.length && !this.rows.includes(line)) {
      this.rows.push(line);
      changes.set(line, '');
    }
    this.cursor++;
    if (!this.rows.includes(line)) changes.set(line, null);
    this.trim();
    return changes;
  }

  private addRow(line: number): void {
    this.rows.push(line);
    this.cursor++;
    this.trim();
  }

  private move(count: number, isUp: boolean): void {
    const next = isUp ? this.cursor - count : this.cursor + count;
    this.cursor = Math.min(Math.max(next, 0), this.rows.length);
  }

  /** Takes the rows below away. Clearing the whole screen is another sequence, which erases no log. */
  private eraseBelow(changes: ScreenChanges): void {
    for (const below of this.rows.splice(this.cursor + 1)) changes.set(below, null);
  }

  private trim(): void {
    const beyond = this.rows.length - maxRows;
    if (beyond <= 0) return;
    this.rows.splice(0, beyond);
    this.cursor = Math.max(this.cursor - beyond, 0);
  }
}

/** The row as its text was written: the next reader of it lets the new text overwrite the old one. */
function overwrite(old: string, text: string): string {
  const both = `${withoutLineBreak(old)}\r${text}`;
  return erasesRow.test(text) || both.length > maxRowLength ? text : both;
}
