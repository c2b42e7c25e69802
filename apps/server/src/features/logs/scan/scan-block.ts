import { cutText, type PackedLines, unpackBlockSync } from '../log-block.ts';

/** A stored block, with the range of lines to scan: from `from` up to, but not including, `to`. */
export interface ScanBlock extends PackedLines {
  from: number;
  to: number;
}

/** Returns one line of JSON for each log line. */
export function readBlockText(block: ScanBlock): string {
  return cutText(unpackBlockSync(block), block.from, block.to).toString();
}
