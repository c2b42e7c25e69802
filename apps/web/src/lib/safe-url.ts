/** `url` if it is an http(s) address, else null: data from a server must not become `javascript:`. */
export function toHttpUrl(url: string | null | undefined): string | null {
  if (!url) return null;
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

/** The address of a picture, which may be relative to the page, or the picture itself. */
export function toImageUrl(url: string, page: string): string | null {
  if (url === '' || /^data:image\//i.test(url)) return url || null;
  return URL.canParse(url, page) ? toHttpUrl(new URL(url, page).href) : null;
}
