/**
 * Visits pages of a sign-in provider like a browser: follows redirects with cookies, and submits the forms.
 *
 * @param fill returns the fields of the form of a page
 * @returns URL of the first redirect that leaves the provider
 */
export async function submitForms(
  start: string,
  provider: string,
  fill: (page: string) => Record<string, string>,
): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let pages = 0; pages < 12; pages++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    form = undefined;
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) {
      url = new URL(location, url).href;
      if (!url.startsWith(provider)) return url;
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`The provider shows no form: ${page.slice(0, 500)}`);
    form = new URLSearchParams(fill(page));
    url = new URL(action.replaceAll('&amp;', '&'), url).href;
  }
  throw new Error('The provider redirects too often');
}
