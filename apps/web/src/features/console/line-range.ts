/** Range of lines in a URL, counted from 0, with both ends included. */
export interface LineRange {
  from: number;
  to: number;
}

/** Parses `#L120` and `#L120-L140`, counted from 1. */
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
