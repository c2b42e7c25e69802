import { foldLength, previewLength, unpackFacts } from './line-facts.ts';

const linesPerBlock = 512;
/** Approximate width of the button after a folded line, in characters. */
const foldButtonColumns = 32;

/**
 * Maps lines to screen rows. Sums of blocks of lines keep lookups and updates fast in logs of a million
 * lines.
 */
export class RowMap {
  private facts = new Uint32Array(1024);
  private rows = new Uint32Array(1024);
  private blocks: number[] = [];
  private readonly measured = new Map<number, number>();
  private readonly unfolded = new Set<number>();
  private isLineHidden: (line: number) => boolean = () => false;
  private columns = 80;
  private wraps = true;
  private collapses = false;
  private firstShown = 0;
  private length = 0;
  private total = 0;
  private widest = 0;

  /** Number of lines. */
  get count(): number {
    return this.length;
  }

  get totalRows(): number {
    return this.total;
  }

  /** Number of characters after which a line wraps. */
  get wrapColumns(): number {
    return this.columns;
  }

  /** Number of characters of the widest line so far. It never shrinks, so that the width is stable. */
  get widestColumns(): number {
    return this.widest;
  }

  get first(): number {
    return this.firstShown;
  }

  /** Adds or replaces the facts of lines. There may be a gap of missing lines before `from`. */
  grow(count: number, from: number, facts: Uint32Array): void {
    this.reserve(Math.max(count, from + facts.length));
    // Missing lines count as one row, to limit scrolling when they are loaded.
    const oldLength = this.length;
    this.length = Math.max(this.length, count);
    this.facts.set(facts, from);
    for (let at = 0; at < facts.length; at++) {
      this.measured.delete(from + at);
      const { columns, isHidden } = unpackFacts(facts[at] ?? 0);
      if (!isHidden) this.widest = Math.max(this.widest, foldedColumns(columns));
    }
    this.update(Math.min(from, oldLength), Math.max(from + facts.length, this.length));
  }

  /** Hides the lines before a line. */
  showFrom(line: number): void {
    const [low, high] = [Math.min(line, this.firstShown), Math.max(line, this.firstShown)];
    this.firstShown = line;
    // The first line is shown although it may repeat the one before it.
    this.update(low, Math.min(high + 1, this.length));
  }

  /** Sets the wrap width in characters. Without `wraps`, only very long lines that the viewer unfolded wrap. */
  wrapAt(columns: number, wraps: boolean): void {
    if (columns === this.columns && wraps === this.wraps) return;
    this.columns = columns;
    this.wraps = wraps;
    this.measured.clear();
    this.update(0, this.length);
  }

  /** Shows only the first one of lines with the same text. */
  collapseRepeats(collapses: boolean): void {
    if (collapses === this.collapses) return;
    this.collapses = collapses;
    this.update(0, this.length);
  }

  /** Returns the number of lines that are not shown because they repeat this one. */
  repeatsOf(line: number): number {
    if (!this.collapses) return 0;
    let end = line + 1;
    while (end < this.length && unpackFacts(this.facts[end] ?? 0).isRepeat) end++;
    return end - line - 1;
  }

  hide(isLineHidden: (line: number) => boolean): void {
    this.isLineHidden = isLineHidden;
    this.update(0, this.length);
  }

  unfold(line: number): void {
    this.unfolded.add(line);
    this.update(line, line + 1);
  }

  isUnfolded(line: number): boolean {
    return this.unfolded.has(line);
  }

  get unfoldedLines(): ReadonlySet<number> {
    return this.unfolded;
  }

  /** Returns whether the number of rows of a line is estimated until the line is rendered. */
  needsMeasure(line: number): boolean {
    return this.wraps && !unpackFacts(this.facts[line] ?? 0).isExact && !this.measured.has(line);
  }

  /** Returns whether a line wraps in any case, because it is very long and the viewer unfolded it. */
  alwaysWraps(line: number): boolean {
    return this.unfolded.has(line) && unpackFacts(this.facts[line] ?? 0).columns > foldLength;
  }

  /** Stores the measured number of rows of a line. Returns false if the estimate was correct. */
  measure(line: number, rows: number): boolean {
    const before = this.rows[line];
    this.measured.set(line, rows);
    this.update(line, line + 1);
    return before !== this.rows[line];
  }

  rowsOf(line: number): number {
    return this.rows[line] ?? 0;
  }

  rowsBefore(line: number): number {
    const block = Math.floor(line / linesPerBlock);
    let sum = 0;
    for (let at = 0; at < block; at++) sum += this.blocks[at] ?? 0;
    for (let at = block * linesPerBlock; at < line; at++) sum += this.rows[at] ?? 0;
    return sum;
  }

  /** Returns the line at a row; the last line if the row is beyond the end. */
  lineAt(row: number): number {
    let left = Math.max(0, row);
    let block = 0;
    while (block < this.blocks.length - 1 && left >= (this.blocks[block] ?? 0)) {
      left -= this.blocks[block] ?? 0;
      block++;
    }
    let line = block * linesPerBlock;
    const end = Math.min(line + linesPerBlock, this.length);
    while (line < end - 1 && left >= (this.rows[line] ?? 0)) {
      left -= this.rows[line] ?? 0;
      line++;
    }
    return line;
  }

  private update(from: number, to: number): void {
    if (from >= to) return;
    for (let line = from; line < to; line++) this.rows[line] = this.countRows(line);
    const lastBlock = Math.floor((to - 1) / linesPerBlock);
    for (let block = Math.floor(from / linesPerBlock); block <= lastBlock; block++) {
      let sum = 0;
      const end = Math.min((block + 1) * linesPerBlock, this.length);
      for (let line = block * linesPerBlock; line < end; line++) sum += this.rows[line] ?? 0;
      this.total += sum - (this.blocks[block] ?? 0);
      this.blocks[block] = sum;
    }
  }

  private countRows(line: number): number {
    if (line < this.firstShown) return 0;
    const { columns, isHidden, isRepeat } = unpackFacts(this.facts[line] ?? 0);
    if (isHidden || this.isLineHidden(line)) return 0;
    if (isRepeat && this.collapses && line > this.firstShown) return 0;
    const measured = this.measured.get(line);
    if (measured !== undefined) return measured;
    if (!this.wraps && !this.alwaysWraps(line)) return 1;
    const shown = this.unfolded.has(line) ? columns : foldedColumns(columns);
    return Math.max(1, Math.ceil(shown / this.columns));
  }

  private reserve(length: number): void {
    if (length <= this.rows.length) return;
    const size = Math.max(length, this.rows.length * 2);
    const [facts, rows] = [new Uint32Array(size), new Uint32Array(size)];
    facts.set(this.facts);
    rows.set(this.rows);
    this.facts = facts;
    this.rows = rows;
  }
}

/** Returns the number of characters of a line that the viewer has not unfolded. */
function foldedColumns(columns: number): number {
  return columns > foldLength ? previewLength + foldButtonColumns : columns;
}
