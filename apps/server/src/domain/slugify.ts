/** A name as it can stand in an address: lower case, words joined by hyphens; empty when nothing is left. */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
}
