export interface ByteRange {
  from: number;
  /** Position after the last byte. */
  to: number;
}

/**
 * Parses a `Range` header with a single range. Several ranges and invalid ones select the whole content.
 * Returns null if the range is outside of the content.
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | undefined | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return from < to ? { from, to } : null;
}
