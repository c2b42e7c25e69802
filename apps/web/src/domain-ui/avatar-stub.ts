const paletteSize = 5;

/**
 * Returns a replacement for a missing picture: the first letter, and one of five colours chosen by its
 * character code.
 */
export function avatarStub(text: string): { letter: string; color: number } {
  const first = text.trim().charAt(0);
  return { letter: first.toUpperCase() || '?', color: (first.charCodeAt(0) || 0) % paletteSize };
}
