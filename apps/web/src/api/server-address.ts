const env = import.meta.env;

const origin: string = (env.VITE_MILLRACE_SERVER ?? '').replace(/\/$/, '');
export const buildTimeToken: string = env.VITE_MILLRACE_TOKEN ?? '';

/** Public origin of the server, for links that users copy. */
export const serverOrigin: string = origin || location.origin;

/** Returns the URL of a path on the server. An empty origin means that of the page. */
export function serverUrl(path: string, query: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) search.append(key, value);
  const text = search.toString();
  return origin + path + (text ? `?${text}` : '');
}

/** Returns the URL of a stream. EventSource cannot send headers, so the token is part of the query. */
export function streamUrl(path: string): string {
  return serverUrl(path, { access_token: buildTimeToken || undefined });
}
