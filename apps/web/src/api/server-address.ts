const env = import.meta.env;

const origin: string = (env.VITE_MILLRACE_SERVER ?? '').replace(/\/$/, '');
export const buildTimeToken: string = env.VITE_MILLRACE_TOKEN ?? '';

/** Public origin of the server, for links that are copied. */
export const serverOrigin: string = origin || location.origin;

/** A path of the server as an address, with the query; an empty origin means this page's. */
export function serverUrl(path: string, query: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) search.append(key, value);
  const text = search.toString();
  return origin + path + (text ? `?${text}` : '');
}

/** EventSource cannot send headers, so the token goes into the query. */
export function streamUrl(path: string): string {
  return serverUrl(path, { access_token: buildTimeToken || undefined });
}
