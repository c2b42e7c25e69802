import { withoutLineBreak } from '@millrace/contract/terminal-text';

/** Number of rows that the cursor can move up. */
const maxRows = 50;
/** Maximum length of a row including its overwritten text. Beyond it, the overwritten text is dropped. */
const maxRowLength = 4000;
const esc = String.fromCharCode(27);
const eraseToEnd = `${esc}[K`;
/** Sequences that move the cursor up or down, or erase everything below it. */
const moves = new RegExp(`${esc}\\[(?:(\\d*)([ABEF])|0?J)`, 'g');
const erasesRow = new RegExp(`^(?:\\r|${esc}\\[[0-9;]*[Gm])*${esc}\\[2K`);

/** New text of each changed line, or null for a line without a row. */
export type ScreenChanges = Map<number, string | null>;

/**
 * Emulates the last rows of a terminal, for output that moves the cursor up and overwrites rows, such as
 * several progress bars. A line that overwrites the row of an earlier line replaces the text of that line and
 * has no row itself.
 */
export class ScreenRows {
  /** Line of each row, oldest first. */
  private readonly rows: number[] = [];
  /** Index of the row where the next text is written; `rows.length` adds a row. */
  private cursor = 0;

  /**
   * Writes the next line of output. Returns null if it only adds a row.
   * @param textOf Returns the text of the row of a line.
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

  /**
   * Removes the rows below the cursor. The sequence that clears the whole screen is ignored, to keep the log.
   */
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

/**
 * Joins the texts with a carriage return, so that the terminal reader lets the new text overwrite the old
 * one.
 */
function overwrite(old: string, text: string): string {
  const both = `${withoutLineBreak(old)}\r${text}`;
  return erasesRow.test(text) || both.length > maxRowLength ? text : both;
}
