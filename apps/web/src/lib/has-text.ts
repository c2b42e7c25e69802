/** Whether a name contains the text, in upper or lower case. */
export function hasText(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase());
}
