/** `url` if it is an http(s) address, else null: data from a server must not become `javascript:`. */
export function toHttpUrl(url: string | undefined): string | null {
  if (!url) return null;
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}
