import { findFreePort } from '@millrace/test-support/free-port';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Keycloak,
  keycloakClient,
  missingKeycloak,
  startKeycloak,
} from '../../../testing/keycloak.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let keycloak: Keycloak;
let server: TestServer;

async function signIn(login: string): Promise<string> {
  const start = await server.app.inject('/login/oidc?return_to=%2Fada%2Fapp');
  const cookie = String(start.headers['set-cookie']).split(';')[0] ?? '';
  const callback = new URL(await keycloak.signIn(String(start.headers.location), login));
  const url = callback.pathname + callback.search;
  const answer = await server.app.inject({ url, headers: { cookie } });
  return String(answer.headers.location);
}

describe(
  `a real Keycloak${missingKeycloak ? ` (skipped: ${missingKeycloak})` : ''}`,
  skipIf(missingKeycloak),
  () => {
    beforeAll(async () => {
      keycloak = await startKeycloak({
        ada: ['engineers', 'admins'],
        grace: ['engineers'],
        eve: ['sales'],
      });
      server = await startTestServer({
        env: {
          MILLRACE_PORT: String(await findFreePort()),
          MILLRACE_OIDC_ISSUER: keycloak.issuer,
          MILLRACE_OIDC_CLIENT_ID: keycloakClient.id,
          MILLRACE_OIDC_CLIENT_SECRET: keycloakClient.secret,
          MILLRACE_OIDC_ADMIN_GROUPS: 'admins',
          MILLRACE_OIDC_ALLOWED_GROUPS: 'engineers',
        },
      });
    }, 180_000);
    afterAll(async () => {
      await server?.stop();
      await keycloak?.stop();
    });

    it.each([
      ['ada', true],
      ['grace', false],
    ])('signs in %s, as a system admin: %s', async (login, admin) => {
      expect(await signIn(login)).toBe('/ada/app');
      expect(await server.core.userStore.findByLogin(login)).toMatchObject({
        login,
        admin,
        email: `${login}@example.com`,
        passwordHash: null,
      });
      expect(await signIn(login)).toBe('/ada/app');
    });

    it('refuses a person of other groups', async () => {
      expect(await signIn('eve')).toContain('message=');
      expect(await server.core.userStore.findByLogin('eve')).toBeUndefined();
    });
  },
);
