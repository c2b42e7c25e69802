/** Returns the first characters of a text. A character of two code units is kept or left out as a whole. */
export function truncateText(text: string, maxLength: number): string {
  const isHalf = (text.codePointAt(maxLength - 1) ?? 0) > 0xffff;
  return text.slice(0, isHalf ? maxLength - 1 : maxLength);
}

/** Truncates a text that is too long, and marks that with one more character. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${truncateText(text, maxLength)}…` : text;
}
