import { parse } from 'range-parser';

export interface ByteRange {
  from: number;
  /** Position after the last byte. */
  to: number;
}

/** Bit of an invalid header in the result of `parse`. */
const invalid = 1;

/**
 * Parses a `Range` header with a single range. Several ranges and invalid ones select the whole content.
 * Returns null if the range is outside of the content.
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | undefined | null {
  if (header === undefined) return undefined;
  const { code, type, ranges } = parse(size, header);
  if (code & invalid || type !== 'bytes' || ranges.length > 1) return undefined;
  const [range] = ranges;
  return range ? { from: range.start, to: range.end + 1 } : null;
}
