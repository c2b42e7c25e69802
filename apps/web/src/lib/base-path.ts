import { servedConfig } from './page-config.ts';

/** Path below which the server is, as in `/ci`; empty if it has its host alone. */
export const basePath = servedConfig?.basePath ?? '';

/**
 * Returns the path to move to if the browser shows a page that is not below the base path: the server also serves its
 * pages without it. Null if there is nothing to do.
 */
export function missedBasePath(pathname: string, base = basePath): string | null {
  if (pathname.startsWith(`${base}/`)) return null;
  return base + (pathname === base ? '/' : pathname);
}
