const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Bytes that are no UTF-8 are stored as these code units, which no valid text contains alone. */
const firstEscape = 0xdc80;
const lastEscape = 0xdcff;
const escapeOffset = 0xdc00;

/**
 * Returns the text of a file name or path. A name may have any bytes: those that are no UTF-8 become single surrogates
 * from U+DC80 to U+DCFF, so that {@link fileNameBytes} returns the same bytes.
 */
export function fileNameOf(bytes: Uint8Array): string {
  return decode(bytes) ?? decodeParts(bytes);
}

/** Returns the bytes of a name or path, to give to the functions of Node. */
export function fileNameBytes(name: string): Buffer {
  if (name.isWellFormed()) return Buffer.from(name);
  return Buffer.concat(
    Array.from(name, (char) => {
      const code = char.codePointAt(0) ?? 0;
      const isEscape = firstEscape <= code && code <= lastEscape;
      return isEscape ? Buffer.of(code - escapeOffset) : Buffer.from(char);
    }),
  );
}

/** Returns a name or path for people, on one line: other bytes and control characters as `\xE9`. */
export function printableFileName(name: string): string {
  return name.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced.
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu,
    (char) => {
      const code = char.charCodeAt(0);
      const isEscape = firstEscape <= code && code <= lastEscape;
      const value = isEscape ? code - escapeOffset : code;
      const digits = value.toString(16).toUpperCase();
      return value < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u${digits}`;
    },
  );
}

function decodeParts(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = sequenceLength(lead);
    const char = decode(bytes.subarray(at, at + length));
    text += char ?? String.fromCharCode(escapeOffset + lead);
    at += char === undefined ? 1 : length;
  }
  return text;
}

/** Returns the length of the sequence that begins with this byte. */
function sequenceLength(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
