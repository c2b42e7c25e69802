import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ForgeAwayError, ForgeSignInError } from './forge-errors.ts';
import { OAuth } from './oauth.ts';

/** Refreshes a token at a forge that gives this answer. */
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

it('renews an access, with the token for the next time where there is a new one', async () => {
  const tokens = { access_token: 'new', token_type: 'bearer', expires_in: 60 };
  expect(await refresh(200, tokens)).toEqual({ access: 'new', refresh: 'refresh', expires: 1060 });
  const next = { ...tokens, refresh_token: 'next' };
  expect((await refresh(200, next)).refresh).toBe('next');
});

it.each([
  ['of what was taken back', 400, 'invalid_grant'],
  ['of what was used before, as Gitea says it', 400, 'unauthorized_client'],
  ['of what was taken back, as GitHub says it', 200, 'bad_refresh_token'],
])('is at the end of an access with a refusal %s', async (_, status, error) => {
  await expect(refresh(status, { error })).rejects.toThrow(ForgeSignInError);
});

it.each([
  ['', 401, 'invalid_client'],
  [', as GitHub says it', 200, 'incorrect_client_credentials'],
])('blames no account for settings that are wrong%s', async (_, status, error) => {
  const refused = refresh(status, { error });
  await expect(refused).rejects.toThrow(ForgeAwayError);
  await expect(refused).rejects.toThrow('MILLRACE_FORGE_CLIENT_SECRET');
});

it('blames no account where the forge is away', async () => {
  await expect(refresh(502, { error: 'server_error' })).rejects.toThrow(ForgeAwayError);
});
