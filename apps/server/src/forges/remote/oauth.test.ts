import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ForgeAwayError, ForgeSignInError } from './forge-errors.ts';
import { OAuth } from './oauth.ts';

/** Refreshes a token at a fake forge with this response. */
async function refresh(status: number, body: object) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoints = { authorize: `${url}/authorize`, token: `${url}/token`, scopes: [] };
  const oauth = new OAuth(
    { ...endpoints, hasPkce: true },
    { url, clientId: 'id', clientSecret: 'secret', nowSec: () => 1000 },
  );
  return oauth.refresh('refresh');
}

it('refreshes an access token, and the refresh token if the forge rotates it', async () => {
  const tokens = { access_token: 'new', token_type: 'bearer', expires_in: 60 };
  expect(await refresh(200, tokens)).toEqual({ access: 'new', refresh: 'refresh', expires: 1060 });
  const next = { ...tokens, refresh_token: 'next' };
  expect((await refresh(200, next)).refresh).toBe('next');
});

it.each([
  ['a revoked token', 400, 'invalid_grant'],
  ['a token that was used before (Gitea)', 400, 'unauthorized_client'],
  ['a revoked token (GitHub)', 200, 'bad_refresh_token'],
])('reports a revoked access for %s', async (_, status, error) => {
  await expect(refresh(status, { error })).rejects.toThrow(ForgeSignInError);
});

it.each([
  [' (standard)', 401, 'invalid_client'],
  [' (GitHub)', 200, 'incorrect_client_credentials'],
])(
  'does not end the access of an account because of wrong settings%s',
  async (_, status, error) => {
    const refused = refresh(status, { error });
    await expect(refused).rejects.toThrow(ForgeAwayError);
    await expect(refused).rejects.toThrow('MILLRACE_FORGE_CLIENT_SECRET');
  },
);

it('does not end the access of an account while the forge is not available', async () => {
  await expect(refresh(502, { error: 'server_error' })).rejects.toThrow(ForgeAwayError);
});
