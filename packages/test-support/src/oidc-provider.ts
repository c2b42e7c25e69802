import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWKS } from 'oidc-provider';
import { submitForms } from './submit-forms.ts';

export const oidcClient = { id: 'millrace', secret: 'the secret of the client' };

/** Persons of the provider, by their subjects, with their claims. */
export type OidcPersons = Record<string, Record<string, unknown>>;

/** A real OpenID Connect provider, whose forms are submitted by {@link OidcTestProvider.signIn}. */
export interface OidcTestProvider {
  issuer: string;
  /** Signs in as a person, like a browser. Returns the URL of the redirect back. */
  signIn(authorizeUrl: string, subject: string): Promise<string>;
  /** Sends a logout token to the client, for all sessions of a person or for one. */
  signOut(subject: string, session?: string): Promise<void>;
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
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [redirectUri],
        backchannel_logout_uri: new URL('backchannel', redirectUri).href,
        backchannel_logout_session_required: true,
      },
    ],
    features: { backchannelLogout: { enabled: true } },
    // By default, it calls no clients on this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'name', 'groups'],
      email: ['email', 'email_verified'],
    },
    pkce: { required: () => true },
    ...(jwks ? { jwks } : {}),
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...persons[sub] }) }),
  });
  server.on('request', provider.callback());
  return {
    issuer,
    signIn: (url, subject) => submitForms(url, issuer, (page) => fillForm(page, subject)),
    signOut: async (subject, session) => {
      const client = await provider.Client.find(oidcClient.id);
      // Not part of the types of the library.
      const { backchannelLogout } = client as unknown as {
        backchannelLogout: (subject: string, session?: string) => Promise<void>;
      };
      await backchannelLogout.call(client, subject, session);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function fillForm(page: string, subject: string): Record<string, string> {
  return page.includes('name="login"')
    ? { prompt: 'login', login: subject, password: 'any' }
    : { prompt: 'consent' };
}
