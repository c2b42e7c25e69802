/** Follows links and submits forms like a browser, with the cookies of each host, but renders nothing. */
export class BrowserVisit {
  private readonly jars = new Map<string, Map<string, string>>();

  /** Opens a page and follows redirects, up to a page or the first URL that starts with `stopAt`. */
  async open(
    address: string,
    options: { form?: Record<string, string>; stopAt?: string } = {},
  ): Promise<{ url: URL; status: number; text: string }> {
    let url = new URL(address);
    let form = options.form;
    for (let step = 0; step < 10; step++) {
      if (options.stopAt && url.href.startsWith(options.stopAt)) {
        return { url, status: 0, text: '' };
      }
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: this.cookiesOf(url) },
        ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      });
      this.keep(url, response.headers.getSetCookie());
      const next = response.headers.get('location');
      if (!next) return { url, status: response.status, text: await response.text() };
      await response.body?.cancel();
      url = new URL(next, url);
      form = undefined;
    }
    throw new Error(`${address} has too many redirects`);
  }

  cookie(address: string, name: string): string | undefined {
    return this.jars.get(new URL(address).host)?.get(name);
  }

  /** Removes all cookies, as in another browser that opens a copied URL. */
  forget(): void {
    this.jars.clear();
  }

  private cookiesOf(url: URL): string {
    return [...(this.jars.get(url.host) ?? [])].map((pair) => pair.join('=')).join('; ');
  }

  private keep(url: URL, lines: string[]): void {
    const jar = this.jars.get(url.host) ?? new Map<string, string>();
    this.jars.set(url.host, jar);
    for (const line of lines) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      const isDeleted = /max-age=0|expires=Thu, 01 Jan 1970/i.test(line);
      if (isDeleted) jar.delete(name);
      else jar.set(name, value.join('='));
    }
  }
}

/** Returns the fields of a page's form with this action. */
export function fieldsOf(page: string, action: string): Record<string, string> {
  const [, form = ''] =
    new RegExp(`<form[^>]*action="${action}"([\\s\\S]*?)</form>`).exec(page) ?? [];
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name) fields[name] = unescapeHtml(/value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  return fields;
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&#43;', '+').replaceAll('&#34;', '"');
}
