import { cutText, type PackedLines, unpackAtOnce } from '../log-block.ts';

/** A block as it is stored, and which of its lines are looked at: from `from` up to, but not with, `to`. */
export interface ScanBlock extends PackedLines {
  from: number;
  to: number;
}

/** A line of JSON for each. */
export function readBlockText(block: ScanBlock): string {
  return cutText(unpackAtOnce(block), block.from, block.to).toString();
}
