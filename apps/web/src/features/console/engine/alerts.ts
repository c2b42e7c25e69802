import { unpackFacts } from './line-facts.ts';

/** A line that reports an error or a warning. */
export interface Alert {
  line: number;
  isError: boolean;
}

/** With more of them, the strip beside the log is full. */
const maxAlerts = 20_000;

/** Updates the alerts of a log, in the order of their lines, after the lines starting at `from` changed. */
export function updateAlerts(
  old: readonly Alert[],
  from: number,
  facts: Uint32Array,
): readonly Alert[] {
  const changed: Alert[] = [];
  for (let at = 0; at < facts.length; at++) {
    const { isError, isWarning } = unpackFacts(facts[at] ?? 0);
    if (isError || isWarning) changed.push({ line: from + at, isError });
  }
  const end = from + facts.length;
  const isUntouched = old.every(({ line }) => line < from || line >= end);
  if (changed.length === 0 && isUntouched) return old;
  const before = old.filter(({ line }) => line < from);
  const after = old.filter(({ line }) => line >= end);
  return [...before, ...changed, ...after].slice(0, maxAlerts);
}
