/** The hex of less would be found in ordinary numbers. */
const shortestBytes = 4;
/** What stands between the bytes, or before each: `xxd -p`, `od -t x1`, fingerprints, C, URLs. */
const between = ['', ' ', ':'];
const before = ['\\x', '%'];

/** A text's bytes in hexadecimal, in both cases. */
export function hexForms(text: string): string[] {
  const hex = Buffer.from(text).toString('hex');
  if (hex.length < 2 * shortestBytes) return [];
  return [hex, hex.toUpperCase()].flatMap((digits) => [
    ...between.map((mark) => withMarks(digits, mark).slice(mark.length)),
    ...before.map((mark) => withMarks(digits, mark)),
  ]);
}

/** Writes `mark` before each byte. It takes one buffer, as strings for each byte of a long secret are many. */
function withMarks(digits: string, mark: string): string {
  const width = mark.length + 2;
  const marked = Buffer.alloc((digits.length / 2) * width, `${mark}00`);
  for (let at = 0, to = mark.length; at < digits.length; at += 2, to += width) {
    marked[to] = digits.charCodeAt(at);
    marked[to + 1] = digits.charCodeAt(at + 1);
  }
  return marked.toString('latin1');
}
