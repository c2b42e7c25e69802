import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it, onTestFinished } from 'vitest';
import { readOidcSettings } from '../../config/oidc-settings.ts';
import { OidcProvider } from './oidc-provider.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pending = {
  state: 'state',
  verifier: 'v'.repeat(43),
  nonce: 'nonce',
  returnTo: '/',
  until: 0,
};
const answer = new URLSearchParams({ state: 'state', code: 'code' });

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signToken(claims: object, key: KeyObject, header: object): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

interface Fake {
  claims?: object;
  key?: KeyObject;
  header?: object;
  issuer?: string;
  /** Status of the token endpoint. */
  status?: number;
}

/** Completes a sign-in at a fake provider that sends this ID token. */
async function exchange({ claims, key = keys.privateKey, header, issuer, status = 200 }: Fake) {
  const server = createServer((request, response) => {
    request.resume();
    const send = (code: number, body: object) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/token') {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: url, aud: 'id', sub: '1', nonce: 'nonce', iat: now, exp: now + 60 };
      const names = { preferred_username: 'ada', groups: ['engineers'] };
      const token = signToken(
        { ...usual, ...names, ...claims },
        key,
        header ?? { alg: 'RS256', kid: 'key' },
      );
      const tokens = { access_token: 'access', token_type: 'bearer', id_token: token };
      send(status, status === 200 ? tokens : { error: 'invalid_client' });
    } else if (request.url === '/keys') {
      send(200, {
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig' }],
      });
    } else {
      send(200, {
        issuer: issuer ?? url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = readOidcSettings({
    MILLRACE_OIDC_ISSUER: url,
    MILLRACE_OIDC_CLIENT_ID: 'id',
    MILLRACE_OIDC_CLIENT_SECRET: 'secret',
    MILLRACE_OIDC_NAME: 'Example',
  });
  if (!settings) throw new Error('No settings');
  const redirectUrl = () => 'http://127.0.0.1/login/oidc/callback';
  const provider = new OidcProvider({ settings, redirectUrl, logger: createLogger('silent') });
  return provider.exchange(answer, pending);
}

it('reads the person from a valid ID token', async () => {
  expect(await exchange({})).toMatchObject({ subject: '1', login: 'ada', groups: ['engineers'] });
});

const invalid = 'The response of Example is not valid, so it proves nothing.';

it.each<[string, Fake, string]>([
  ['of another issuer', { claims: { iss: 'https://evil.example' } }, invalid],
  ['for another client', { claims: { aud: 'other' } }, invalid],
  ['of another sign-in', { claims: { nonce: 'other' } }, invalid],
  ['without a nonce', { claims: { nonce: undefined } }, invalid],
  ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 60 } }, invalid],
  ['with the signature of another key', { key: others.privateKey }, invalid],
  ['with an unknown key', { header: { alg: 'RS256', kid: 'other' } }, invalid],
  ['without a signature', { header: { alg: 'none' } }, invalid],
  ['without a login', { claims: { preferred_username: '' } }, 'sends no claim preferred_username'],
])('rejects an ID token %s', async (_, fake, message) => {
  await expect(exchange(fake)).rejects.toThrow(message);
});

it('reports the description of another issuer, a wrong secret and a failing provider', async () => {
  await expect(exchange({ issuer: 'https://evil.example' })).rejects.toThrow(invalid);
  await expect(exchange({ status: 401 })).rejects.toThrow('MILLRACE_OIDC_CLIENT_SECRET');
  await expect(exchange({ status: 500 })).rejects.toThrow('Example cannot be reached');
});
