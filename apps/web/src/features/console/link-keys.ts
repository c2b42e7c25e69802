import type { KeyboardEvent, RefObject } from 'react';
import { isPageKey } from '../../lib/page-keys.ts';
import type { RowMap } from './engine/row-map.ts';
import type { LineRange } from './line-range.ts';
import type { LineLink } from './use-line-link.ts';

type Rows = Pick<RowMap, 'count' | 'rowsOf'>;

interface LinkKeys {
  rows: Rows;
  lineLink: LineLink;
  /** First visible line, which is linked if no line is. */
  topLine: RefObject<number>;
  /** Scrolls as little as shows the line. */
  show: (line: number) => void;
}

const steps = { j: 1, k: -1 } as const;

/** Links the next line by J and the previous one by K. With Shift, they move the end of the linked range. */
export function linkByKey(event: KeyboardEvent, keys: LinkKeys): boolean {
  const { rows, lineLink, topLine, show } = keys;
  const key = (['j', 'k'] as const).find((each) => isPageKey(event.nativeEvent, each));
  if (!key) return false;
  const { linked } = lineLink;
  const isRange = event.shiftKey && linked !== null;
  const line = linked ? nextLine(linked, steps[key], isRange, rows) : topLine.current;
  lineLink.link(line, isRange);
  show(line);
  return true;
}

/** Returns the line beside the linked ones that is not folded; the end of the range if there is none. */
export function nextLine(linked: LineRange, step: 1 | -1, isRange: boolean, rows: Rows): number {
  const end = step > 0 || isRange ? linked.to : linked.from;
  const min = isRange ? linked.from : 0;
  for (let line = end + step; line >= min && line < rows.count; line += step) {
    if (rows.rowsOf(line) > 0) return line;
  }
  return end;
}
