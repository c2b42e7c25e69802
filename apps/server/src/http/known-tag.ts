/** Returns whether `If-None-Match` contains this tag. Weak tags match too. */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}
