export interface ByteRange {
  from: number;
  /** After the last byte. */
  to: number;
}

/**
 * What a `Range` asks for of so many bytes: one range; several, and what is none, are answered with all.
 * Null where there is nothing at that place.
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
