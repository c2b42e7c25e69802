/** Whether who asks has what bears this tag, by `If-None-Match`, where a weak tag is as good. */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}
