/**
 * Returns a path on this server that is safe in a header. `//host` and `/\\host` would lead to another
 * server. In a query or fragment, a backslash is an ordinary character.
 */
export function localPath(path: string | undefined): string {
  if (!path || !/^\/(?![/\\])[^\s\\?#]*(?:[?#]\S*)?$/.test(path)) return '/';
  const { pathname, search, hash } = new URL(path, 'http://here');
  // `new URL` removes the dot from `/.//host`, which leaves `//host`.
  return pathname.startsWith('//') ? '/' : pathname + search + hash;
}
