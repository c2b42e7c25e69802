import fresh from 'fresh';

/** Whether `If-None-Match` lists this tag. Weak tags match too. */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag });
}
