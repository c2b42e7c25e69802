/**
 * Converts a name to lower-case words joined by hyphens, for use in URLs. Returns an empty text if nothing is
 * left.
 */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
}
