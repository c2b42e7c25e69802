const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const space = 0x20;
/** Longer than any id. */
const maxValueBytes = 100;

/**
 * Finds the text or number at `outer.inner` of a JSON object without parsing the rest, in one pass and
 * without allocations. Only the first such value is found, and keys with escapes are not. For invalid JSON it
 * may return any value.
 */
export function skimJson(bytes: Buffer, [outer, inner]: readonly [string, string]): string | null {
  let depth = 0;
  let isOuter = false;
  let isInside = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      const start = at + 1;
      at = findQuote(bytes, start);
      if (depth !== 1 && !(depth === 2 && isInside)) continue;
      const value = skipSpace(bytes, at + 1);
      if (bytes[value] !== colon) continue;
      if (depth === 1) isOuter = isSame(bytes, start, at, outer);
      else if (isSame(bytes, start, at, inner))
        return readValue(bytes, skipSpace(bytes, value + 1));
      at = value;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth === 2) isInside = isOuter && byte === 0x7b;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    }
  }
  return null;
}

/** Returns the index of the quote that ends a string, or the end of the bytes. */
function findQuote(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function skipSpace(bytes: Buffer, start: number): number {
  let at = start;
  while ((bytes[at] ?? colon) <= space) at++;
  return at;
}

function isSame(bytes: Buffer, start: number, end: number, key: string): boolean {
  return end - start === key.length && bytes.toString('latin1', start, end) === key;
}

function readValue(bytes: Buffer, start: number): string | null {
  const text = bytes.toString('latin1', start, start + maxValueBytes);
  const [, quoted, number] = /^(?:"([^"\\]*)"|(\d+))/.exec(text) ?? [];
  return quoted ?? number ?? null;
}
