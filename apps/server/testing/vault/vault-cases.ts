import { readExternalSecretSettings } from '@millrace/build-host/settings/external-secret-settings';
import type { Build } from '@millrace/contract/api';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { FoundSecret } from '../../src/builds/secret-source.ts';
import type { Repo } from '../../src/domain/repo.ts';
import { VaultClient } from '../../src/features/external-secrets/vault-client.ts';
import { createVaultSource } from '../../src/features/external-secrets/vault-source.ts';
import { VaultToken } from '../../src/features/external-secrets/vault-token.ts';
import { callVault, type VaultUnderTest } from './vault-under-test.ts';

const repo = { namespace: 'acme', name: 'site', slug: 'acme/site' } as Repo;
const push = { event: 'push', source_repo: '', target: 'main' } as Build;

const policy = `
path "secret/*" { capabilities = ["read"] }
path "kv1/*" { capabilities = ["read"] }`;

/** Reads secrets from a Vault with these settings. */
export function openVault(env: Record<string, string>) {
  const { vault: settings } = readExternalSecretSettings(env);
  if (!settings) throw new Error('No Vault is configured');
  const client = new VaultClient(settings);
  const logger = createLogger('silent');
  const token = new VaultToken({ client, auth: settings.auth, clock: systemClock, logger });
  const source = createVaultSource({ settings, client, token });
  const find = (path: string, key = '', of: Partial<{ repo: Repo; build: Build }> = {}) =>
    source.find({ repo, build: push, path, key, ...of });
  return { token, find };
}

const textOf = (found: FoundSecret) => (found.kind === 'value' ? found.value : found);

/** Test cases for a Vault, real or not. */
export function describeVault(start: () => Promise<VaultUnderTest>): void {
  let vault: VaultUnderTest;
  const opened: ReturnType<typeof openVault>[] = [];
  const open = (env: Record<string, string>) => {
    const made = openVault({ MILLRACE_VAULT_ADDR: vault.url, ...env });
    opened.push(made);
    return made;
  };
  const call = <Answer>(path: string, body?: object) => callVault<Answer>(vault, path, body);
  const asRoot = () => open({ MILLRACE_VAULT_TOKEN: vault.rootToken });

  beforeAll(async () => {
    vault = await start();
    await call('sys/mounts/kv1', { type: 'kv', options: { version: '1' } });
    await call('sys/mounts/closed', { type: 'kv', options: { version: '1' } });
    await call('sys/policies/acl/ci', { policy });
    await call('sys/auth/approle', { type: 'approle' });
    const own = { password: 'hunter22', port: 5432, 'x-drone-events': 'push' };
    await call('secret/data/millrace/acme/site/db', { data: own });
    await call('secret/data/shared', { data: { value: 'open', 'X-Drone-Repos': 'acme/*' } });
    await call('kv1/site', { value: 'old engine', 'x-drone-repos': 'acme/site' });
    await call('closed/site', { value: 'closed', 'x-drone-repos': 'acme/site' });
  }, 60_000);
  afterEach(() => Promise.all(opened.splice(0).map(({ token }) => token.stop())));
  afterAll(() => vault.stop());

  /** Creates a role, and returns the settings with which the server signs in as it. */
  async function createRole(ttl: string, maxTtl: string) {
    const role = `ci-${ttl}-${maxTtl}`;
    const limits = { token_ttl: ttl, token_max_ttl: maxTtl };
    await call(`auth/approle/role/${role}`, { token_policies: ['ci'], ...limits });
    const { data: id } = await call<{ data: { role_id: string } }>(
      `auth/approle/role/${role}/role-id`,
    );
    const { data: secret } = await call<{ data: { secret_id: string } }>(
      `auth/approle/role/${role}/secret-id`,
      {},
    );
    return { MILLRACE_VAULT_ROLE_ID: id.role_id, MILLRACE_VAULT_SECRET_ID: secret.secret_id };
  }

  it('reads both versions of the key/value engine', async () => {
    const { find } = asRoot();
    expect(textOf(await find('secret/millrace/acme/site/db', 'password'))).toBe('hunter22');
    expect(textOf(await find('kv1/site'))).toBe('old engine');
  });

  it('reads paths as pipeline files for other servers write them', async () => {
    const { find } = asRoot();
    expect(textOf(await find('/secret/data/millrace/acme/site/db', 'port'))).toBe('5432');
    expect(textOf(await find('secret/data/shared', 'value'))).toBe('open');
  });

  it('reads only what a repository may read', async () => {
    const { find } = asRoot();
    const other = { repo: { ...repo, name: 'other', slug: 'acme/other' } };
    const refused = await find('secret/millrace/acme/site/db', 'password', other);
    expect(refused).toEqual(await find('secret/millrace/acme/site/db', 'none', other));
    expect(refused).toEqual({
      kind: 'absent',
      reason: 'Vault has no path "secret/millrace/acme/site/db" that acme/other may read',
    });
    expect(textOf(await find('secret/shared', '', other))).toBe('open');
    const pullRequest = { build: { ...push, event: 'pull_request' } as Build };
    expect(await find('secret/shared', '', pullRequest)).toEqual({ kind: 'withheld' });
  });

  it.each([
    'secret/none',
    'cubbyhole/x',
    'sys/mounts',
    'auth/token/lookup-self',
    'secret/../kv1/site',
    'secret/millrace/acme/site/db?version=1',
  ])('finds nothing at %s', async (path) => {
    expect(await asRoot().find(path)).toMatchObject({ kind: 'absent' });
  });

  it('signs in as a role, which may not read everything', async () => {
    const { find } = open(await createRole('60s', '120s'));
    expect(textOf(await find('kv1/site'))).toBe('old engine');
    expect(await find('closed/site')).toEqual({
      kind: 'absent',
      reason: 'Vault does not let this server read "closed/site"',
    });
  });

  it('signs in again if its token was revoked', async () => {
    const { find, token } = open(await createRole('60s', '120s'));
    const first = await token.get();
    await call('auth/token/revoke', { token: first });
    expect(textOf(await find('kv1/site'))).toBe('old engine');
    expect(await token.get()).not.toBe(first);
  });

  it('fails with the answer of Vault if it rejects the server', async () => {
    const env = { MILLRACE_VAULT_ROLE_ID: 'nobody', MILLRACE_VAULT_SECRET_ID: 'none' };
    await expect(open(env).find('kv1/site')).rejects.toThrow(/^Vault answered 400: invalid role/);
    const wrong = open({ MILLRACE_VAULT_TOKEN: 'wrong' });
    await expect(wrong.find('kv1/site')).rejects.toThrow();
  });
}
