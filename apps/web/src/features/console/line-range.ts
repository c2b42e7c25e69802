/** Lines that an address names, counted from 0, both included. */
export interface LineRange {
  from: number;
  to: number;
}

/** Reads `#L120` and `#L120-L140`, whose lines count from 1. */
export function readLineRange(hash: string): LineRange | null {
  const match = /^#L(\d{1,9})(?:-L(\d{1,9}))?$/.exec(hash);
  if (!match) return null;
  const lines = [Number(match[1]), Number(match[2] ?? match[1])];
  const [from, to] = [Math.min(...lines), Math.max(...lines)];
  return from > 0 ? { from: from - 1, to: to - 1 } : null;
}

export function writeLineRange({ from, to }: LineRange): string {
  return from === to ? `#L${from + 1}` : `#L${from + 1}-L${to + 1}`;
}
