import type { RowMap } from './engine/row-map.ts';

export const rowHeight = 20;
const paddingTop = 8;
const paddingBottom = 16;
const overscanPx = 320;
/** Browsers limit the height of an element. For a longer log, scroll positions are scaled down. */
const maxElementPx = 16_000_000;
/** Number of rows above which a line is rendered partially. */
const tallLineRows = 400;

/** Scroll position, anchored to a line so that lines inserted above do not move the view. */
export type ScrollPlace =
  | { kind: 'end' }
  /** `offset` is the distance in pixels from the top of the line to the top of the viewport. */
  | { kind: 'line'; line: number; offset: number };

export interface Viewport {
  height: number;
  /** Height of the elements above the first line. */
  headPx: number;
}

/** A rendered line or part of a tall line, and its position. */
interface PlacedLine {
  line: number;
  top: number;
  /** Range of rows to render; null for the whole line. */
  part: { from: number; to: number } | null;
}

export interface Layout {
  /** Height of the scrolled content. */
  spacerPx: number;
  /** `scrollTop` to set on the scroll container. */
  scrollTop: number;
  lines: PlacedLine[];
}

/** Returns the lines to render and their positions. `extra` lines are always included. */
export function layOut(
  map: RowMap,
  place: ScrollPlace,
  viewport: Viewport,
  extra: readonly number[] = [],
): Layout {
  const { start, spacerPx, maxTop, maxScrollTop } = extentOf(map, viewport);
  const top = topOf(map, place, start, maxTop);
  const scrollTop = maxTop > 0 ? (top * maxScrollTop) / maxTop : 0;
  const shift = scrollTop - top;
  const lines: PlacedLine[] = [];
  const end = top + viewport.height + overscanPx;
  let line = map.lineAt(Math.floor((top - start - overscanPx) / rowHeight));
  let y = start + map.rowsBefore(line) * rowHeight;
  const first = line;
  for (; line < map.count && y < end; line++) {
    const rows = map.rowsOf(line);
    if (rows > 0) lines.push(placeLine(line, rows, y, top, end, shift));
    y += rows * rowHeight;
  }
  const others = extra.filter((one) => (one < first || one >= line) && map.rowsOf(one) > 0);
  for (const one of others) {
    const at = start + map.rowsBefore(one) * rowHeight + shift;
    lines.push({ line: one, top: at, part: { from: 0, to: tallLineRows } });
  }
  return { spacerPx, scrollTop, lines: lines.sort((a, b) => a.line - b.line) };
}

/** Converts a `scrollTop` to a position in the log. */
export function placeAt(map: RowMap, scrollTop: number, viewport: Viewport): ScrollPlace {
  const { start, maxTop, maxScrollTop } = extentOf(map, viewport);
  const top = maxScrollTop > 0 ? (scrollTop * maxTop) / maxScrollTop : 0;
  const line = map.lineAt(Math.floor(Math.max(0, top - start) / rowHeight));
  return { kind: 'line', line, offset: top - start - map.rowsBefore(line) * rowHeight };
}

/** Returns the nearest position that shows a whole line; null if `place` does. */
export function placeToShow(
  map: RowMap,
  line: number,
  place: ScrollPlace,
  viewport: Viewport,
): ScrollPlace | null {
  const { start, maxTop } = extentOf(map, viewport);
  const top = topOf(map, place, start, maxTop);
  const lineTop = start + map.rowsBefore(line) * rowHeight;
  const height = map.rowsOf(line) * rowHeight;
  // Of a line that is taller than the viewport, the start is shown.
  if (lineTop < top || height > viewport.height) return { kind: 'line', line, offset: 0 };
  if (lineTop + height <= top + viewport.height) return null;
  return { kind: 'line', line, offset: height - viewport.height };
}

/** Returns pixels: where the first line starts, the height of the content, and the largest positions in both. */
function extentOf(map: RowMap, { height, headPx }: Viewport) {
  const start = headPx + paddingTop;
  const total = start + map.totalRows * rowHeight + paddingBottom;
  const spacerPx = Math.min(total, Math.max(maxElementPx, height));
  return { start, spacerPx, maxTop: total - height, maxScrollTop: spacerPx - height };
}

function topOf(map: RowMap, place: ScrollPlace, start: number, maxTop: number): number {
  if (place.kind === 'end') return Math.max(0, maxTop);
  const top = start + map.rowsBefore(place.line) * rowHeight + place.offset;
  return Math.max(0, Math.min(top, maxTop));
}

function placeLine(
  line: number,
  rows: number,
  y: number,
  top: number,
  end: number,
  shift: number,
): PlacedLine {
  if (rows <= tallLineRows) return { line, top: y + shift, part: null };
  const from = Math.max(0, Math.floor((top - overscanPx - y) / rowHeight));
  const to = Math.min(rows, Math.ceil((end - y) / rowHeight));
  return { line, top: y + from * rowHeight + shift, part: { from, to } };
}
