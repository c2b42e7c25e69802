import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { submitForms } from '@millrace/test-support/submit-forms';
import { execa } from 'execa';
import { password } from './test-server.ts';

/** Folder of a distribution of Keycloak, if one is available. */
const home = process.env.MILLRACE_TEST_KEYCLOAK;
/** Reason to skip the tests that need Keycloak; undefined if it is available. */
export const missingKeycloak = home ? undefined : 'MILLRACE_TEST_KEYCLOAK is not set';

export const keycloakClient = { id: 'millrace', secret: 'the secret of the client' };

/** A real Keycloak with the groups `engineers`, `admins` and `sales`, and their members. */
export interface Keycloak {
  issuer: string;
  /** Signs in as a person, like a browser. Returns the URL of the redirect back. */
  signIn(authorizeUrl: string, login: string): Promise<string>;
  stop(): Promise<void>;
}

/** @param groups groups of each person */
export async function startKeycloak(groups: Record<string, string[]>): Promise<Keycloak> {
  if (!home) throw new Error(missingKeycloak);
  const dir = await mkdtemp(join(tmpdir(), 'millrace-keycloak-'));
  // It writes into its own folder.
  await cp(home, dir, { recursive: true });
  await mkdir(join(dir, 'data', 'import'), { recursive: true });
  await writeFile(join(dir, 'data', 'import', 'realm.json'), JSON.stringify(realmOf(groups)));
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${port}/realms/example`;
  const address = ['--http-host=127.0.0.1', `--http-port=${port}`];
  const args = ['start-dev', '--import-realm', '--cache=local', ...address];
  const running = execa('sh', [join(dir, 'bin', 'kc.sh'), ...args], {
    reject: false,
    all: true,
    forceKillAfterDelay: 5000,
  });
  let hasEnded = false;
  const ended = running.then(({ all }) => {
    hasEnded = true;
    throw new Error(`Keycloak ended: ${all}`);
  });
  ended.catch(() => {});
  const isReady = () =>
    fetch(issuer)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await isReady())) if (hasEnded) await ended;
  return {
    issuer,
    signIn: (url, login) =>
      submitForms(url, new URL(issuer).origin, () => ({ username: login, password })),
    stop: async () => {
      running.kill();
      await running;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function realmOf(groups: Record<string, string[]>) {
  const users = Object.entries(groups).map(([username, names]) => ({
    username,
    enabled: true,
    email: `${username}@example.com`,
    emailVerified: true,
    firstName: username,
    lastName: 'Example',
    credentials: [{ type: 'password', value: password }],
    groups: names.map((name) => `/${name}`),
  }));
  const groupsMapper = {
    name: 'groups',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-group-membership-mapper',
    config: { 'claim.name': 'groups', 'full.path': 'false', 'id.token.claim': 'true' },
  };
  const client = {
    clientId: keycloakClient.id,
    secret: keycloakClient.secret,
    enabled: true,
    protocol: 'openid-connect',
    publicClient: false,
    standardFlowEnabled: true,
    redirectUris: ['http://127.0.0.1:*'],
    attributes: { 'pkce.code.challenge.method': 'S256' },
    protocolMappers: [groupsMapper],
  };
  const names = [...new Set(Object.values(groups).flat())];
  return {
    realm: 'example',
    enabled: true,
    sslRequired: 'none',
    users,
    clients: [client],
    groups: names.map((name) => ({ name })),
  };
}
