/** Splits at separators that are not escaped with `\`. A trailing separator ends the last part. */
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

/** Returns the index of the first unescaped character at or after `from`; -1 if there is none. */
export function indexOfUnescaped(text: string, char: string, from: number): number {
  let found = text.indexOf(char, from);
  while (found > from && text[found - 1] === '\\') {
    from = found + char.length;
    found = text.indexOf(char, from);
  }
  return found;
}
