import type { Line } from '@millrace/contract/api';

/** Lines of a log that show before the reader asks for all. */
export const shownLineLimit = 250;
/** A line longer than this is folded: drawing megabytes at once would stop the page. */
export const foldLength = 10_000;
const previewLength = 2_000;
const chunkLength = 4_000;

/** A piece of a line that is drawn as one row; most lines are one row. */
export interface LogRow {
  line: Line;
  /** Index into the whole log. */
  index: number;
  from: number;
  to: number;
  /** Length of what is hidden after this row, 0 for none. */
  foldedLength: number;
}

/** Rows of the lines from `start` on. Lines whose `pos` is in `unfolded` show in full. */
export function toRows(
  lines: readonly Line[],
  start: number,
  unfolded: ReadonlySet<number>,
): LogRow[] {
  const rows: LogRow[] = [];
  for (let index = start; index < lines.length; index++) {
    const line = lines[index];
    if (line) pushRows(rows, line, index, unfolded.has(line.pos));
  }
  return rows;
}

function pushRows(rows: LogRow[], line: Line, index: number, isUnfolded: boolean): void {
  const { length } = line.out;
  if (length <= foldLength) rows.push({ line, index, from: 0, to: length, foldedLength: 0 });
  else if (!isUnfolded) {
    const foldedLength = length - previewLength;
    rows.push({ line, index, from: 0, to: previewLength, foldedLength });
  } else {
    for (let from = 0; from < length; from += chunkLength) {
      rows.push({ line, index, from, to: from + chunkLength, foldedLength: 0 });
    }
  }
}

/** `830 kB`, `5.2 MB`. */
export function formatSize(length: number): string {
  return length < 1_000_000
    ? `${Math.max(1, Math.round(length / 1000))} kB`
    : `${(length / 1_000_000).toFixed(1)} MB`;
}
