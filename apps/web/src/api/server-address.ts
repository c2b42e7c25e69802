import { basePath } from '../lib/base-path.ts';

const env = import.meta.env;

/** URL of a server on another host, or the path of this one; without a trailing slash. */
const base: string = (env.VITE_MILLRACE_SERVER ?? '').replace(/\/$/, '') || basePath;
export const buildTimeToken: string = env.VITE_MILLRACE_TOKEN ?? '';

/** Public URL of the server without a trailing slash, for links that users copy. */
export const serverAddress: string = base.includes('://') ? base : location.origin + base;

/** Returns the URL of a path on the server. Without an origin, it is that of the page. */
export function serverUrl(path: string, query: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) search.append(key, value);
  const text = search.toString();
  return base + path + (text ? `?${text}` : '');
}

/** Returns the URL of a stream. EventSource cannot send headers, so the token is part of the query. */
export function streamUrl(path: string): string {
  return serverUrl(path, { access_token: buildTimeToken || undefined });
}
