/** Minimum length, because the hexadecimal digits of shorter texts occur in ordinary numbers. */
const minBytes = 4;
/** Separators between bytes, or marks before each byte: `xxd -p`, `od -t x1`, fingerprints, C, URLs. */
const between = ['', ' ', ':'];
const before = ['\\x', '%'];

/** Returns a text's bytes in hexadecimal, in both cases. */
export function hexForms(text: string): string[] {
  const hex = Buffer.from(text).toString('hex');
  if (hex.length < 2 * minBytes) return [];
  return [hex, hex.toUpperCase()].flatMap((digits) => [
    ...between.map((mark) => withMarks(digits, mark).slice(mark.length)),
    ...before.map((mark) => withMarks(digits, mark)),
  ]);
}

/**
 * Writes `mark` before each byte. Uses one buffer, because a long secret has too many bytes for a separate
 * string each.
 */
function withMarks(digits: string, mark: string): string {
  const width = mark.length + 2;
  const marked = Buffer.alloc((digits.length / 2) * width, `${mark}00`);
  for (let at = 0, to = mark.length; at < digits.length; at += 2, to += width) {
    marked[to] = digits.charCodeAt(at);
    marked[to + 1] = digits.charCodeAt(at + 1);
  }
  return marked.toString('latin1');
}
