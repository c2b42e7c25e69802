import { isTitle } from './line-facts.ts';
import type { LogMark } from './messages.ts';

/** Foldable part of a log: the line of its title, and the line after its last one. */
export interface FoldGroup {
  start: number;
  end: number;
  title: string;
  depth: number;
}

/**
 * Pairs start and end marks. Groups can be nested; a group without an end extends to the end of the log, and a section to
 * the next one, with the groups in it.
 */
export function toFoldGroups(marks: readonly LogMark[], count: number): FoldGroup[] {
  const groups: FoldGroup[] = [];
  const open: { group: FoldGroup; isSection: boolean }[] = [];
  const end = (line: number) => {
    const last = open.pop();
    if (last) last.group.end = line;
  };
  const start = ({ line, title, kind }: LogMark) => {
    const group = { start: line, end: count, title, depth: open.length };
    groups.push(group);
    open.push({ group, isSection: kind === 'section' });
  };
  for (const mark of [...marks].sort((a, b) => a.line - b.line)) {
    if (mark.kind === 'end' || mark.kind === 'next') end(mark.line);
    if (mark.kind === 'section') {
      const outer = open.findIndex(({ isSection }) => isSection);
      while (outer >= 0 && open.length > outer) end(mark.line);
    }
    if (isTitle(mark)) start(mark);
  }
  return groups;
}

/** Returns a function that checks whether a folded group hides a line. */
export function hiddenBy(
  groups: readonly FoldGroup[],
  folded: ReadonlySet<number>,
): (line: number) => boolean {
  const ranges = groups
    .filter((group) => folded.has(group.start))
    .map(({ start, end }): [number, number] => [start + 1, end]);
  if (ranges.length === 0) return () => false;
  const merged: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return (line) => {
    let low = 0;
    let high = merged.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((merged[middle]?.[1] ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return line >= (merged[low]?.[0] ?? Number.POSITIVE_INFINITY);
  };
}
