const paletteSize = 5;

/** Stands in for a missing picture: the first letter, on one of five colours chosen by its code. */
export function avatarStub(text: string): { letter: string; color: number } {
  const first = text.trim().charAt(0);
  return { letter: first.toUpperCase() || '?', color: (first.charCodeAt(0) || 0) % paletteSize };
}
