const newline = 0x0a;
const comma = 0x2c;

/** Texts of one line of JSON each, as one JSON array; they come whole, and are changed in place. */
export async function* toJsonArray(texts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let opening = '[';
  for await (const text of texts) {
    yield Buffer.from(opening);
    yield joinLines(text);
    opening = ',';
  }
  yield Buffer.from(opening === '[' ? '[]' : ']');
}

/** JSON itself has no line break that is not escaped. */
function joinLines(text: Buffer): Buffer {
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1))
    text[at] = comma;
  return text.subarray(0, -1);
}
