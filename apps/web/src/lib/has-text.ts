/** Returns whether a name contains the text, ignoring case. */
export function hasText(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase());
}
