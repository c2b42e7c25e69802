import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWKS } from 'oidc-provider';

export const oidcClient = { id: 'millrace', secret: 'the secret of the client' };

/** Persons of the provider, by their subjects, with their claims. */
export type OidcPersons = Record<string, Record<string, unknown>>;

/** A real OpenID Connect provider, whose forms are submitted by {@link OidcTestProvider.signIn}. */
export interface OidcTestProvider {
  issuer: string;
  /** Signs in as a person, like a browser. Returns the URL of the redirect back. */
  signIn(authorizeUrl: string, subject: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a provider on a free port. `jwks` replaces its signing keys. */
export async function startOidcProvider(
  redirectUri: string,
  persons: OidcPersons,
  { port = 0, jwks }: { port?: number; jwks?: JWKS } = {},
): Promise<OidcTestProvider> {
  const server = createServer();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: oidcClient.id, client_secret: oidcClient.secret, redirect_uris: [redirectUri] },
    ],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'name', 'groups'],
      email: ['email'],
    },
    pkce: { required: () => true },
    ...(jwks ? { jwks } : {}),
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...persons[sub] }) }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    signIn: (url, subject) => submitForms(url, subject, issuer),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Follows redirects with cookies, and submits the form of the sign-in and of the consent. */
async function submitForms(start: string, subject: string, issuer: string): Promise<string> {
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
      if (!url.startsWith(issuer)) return url;
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`The provider shows no form: ${page.slice(0, 500)}`);
    const isLogin = page.includes('name="login"');
    form = new URLSearchParams(
      isLogin ? { prompt: 'login', login: subject, password: 'any' } : { prompt: 'consent' },
    );
    url = new URL(action, url).href;
  }
  throw new Error('The provider redirects too often');
}
