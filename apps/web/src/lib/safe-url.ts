/** Returns `url` if it is an http(s) URL, else null. Data of a server must not become a `javascript:` link. */
export function toHttpUrl(url: string | null | undefined): string | null {
  if (!url) return null;
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

/** Returns the URL of an image, which may be relative to the page or a data URL, or null if it is unsafe. */
export function toImageUrl(url: string, page: string): string | null {
  if (url === '' || /^data:image\//i.test(url)) return url || null;
  return URL.canParse(url, page) ? toHttpUrl(new URL(url, page).href) : null;
}
