/** The parts between separators that have no `\` before them; a separator at the end ends the last part. */
export function splitAt(text: string, separator: string): string[] {
  if (!text.includes(separator)) return [text];
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const found = indexOfUnescaped(text, separator, start);
    const end = found < 0 ? text.length : found;
    parts.push(text.slice(start, end));
    start = end + separator.length;
  }
  return parts;
}

/** Place of the first such character without a `\` before it, at `from` or after; -1 where there is none. */
export function indexOfUnescaped(text: string, char: string, from: number): number {
  let found = text.indexOf(char, from);
  while (found > from && text[found - 1] === '\\') {
    from = found + char.length;
    found = text.indexOf(char, from);
  }
  return found;
}
