/** Returns the complete character at an index, which may consist of two UTF-16 units. */
export function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}
