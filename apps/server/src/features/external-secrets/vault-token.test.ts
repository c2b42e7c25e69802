import type { VaultAuth } from '@millrace/build-host/settings/external-secret-settings';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type VaultClient, VaultError } from './vault-client.ts';
import { VaultToken } from './vault-token.ts';

const approle: VaultAuth = {
  method: 'approle',
  mount: 'approle',
  roleId: 'id',
  secretId: 'secret',
};

interface Lease {
  lease_duration: number;
  renewable: boolean;
}

/** Creates a token whose clock jumps over every wait, and a Vault that answers logins and renewals with these leases. */
function setUp(auth: VaultAuth, leases: { login: Lease[]; renewal: (Lease | VaultError)[] }) {
  const calls: { path: string; atSec: number }[] = [];
  let now = 1000;
  const answer = (path: string): unknown => {
    const lease = path.includes('renew') ? leases.renewal.shift() : leases.login.shift();
    if (lease instanceof VaultError) throw lease;
    if (!lease) throw new VaultError('Vault failed: away', 0);
    if (path.includes('lookup'))
      return { data: { ttl: lease.lease_duration, renewable: lease.renewable } };
    return { auth: { client_token: `token ${calls.length}`, ...lease } };
  };
  const call: VaultClient['call'] = async (path, schema) => {
    calls.push({ path, atSec: now });
    return schema.parse(answer(path));
  };
  const clock = {
    ...systemClock,
    nowMs: () => now * 1000,
    wait: async (ms: number, signal?: AbortSignal) => {
      now += ms / 1000;
      await systemClock.wait(1, signal);
    },
  };
  const token = new VaultToken({ client: { call }, auth, clock, logger: createLogger('silent') });
  onTestFinished(() => token.stop());
  return { token, calls };
}

const lease = { lease_duration: 300, renewable: true };

it('shares one sign-in between concurrent calls', async () => {
  const { token, calls } = setUp(approle, { login: [lease], renewal: [] });
  expect(new Set(await Promise.all([token.get(), token.get()])).size).toBe(1);
  expect(calls).toHaveLength(1);
});

it('renews a token when two thirds of its life have passed', async () => {
  const { token, calls } = setUp(approle, { login: [lease], renewal: [lease, lease] });
  token.start();
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(2));
  const [login, first, second] = calls;
  expect([login?.path, first?.path]).toEqual(['auth/approle/login', 'auth/token/renew-self']);
  expect((first?.atSec ?? 0) - (login?.atSec ?? 0)).toBe(200);
  expect((second?.atSec ?? 0) - (first?.atSec ?? 0)).toBe(200);
});

it.each([
  ['cannot be renewed', { ...lease, renewable: false }, []],
  ['is renewed for a moment only', lease, [{ ...lease, lease_duration: 2 }]],
  ['is denied a renewal', lease, [new VaultError('denied', 403)]],
])('signs in again with a token that %s', async (_, first, renewal) => {
  const { token, calls } = setUp(approle, { login: [first, lease], renewal });
  token.start();
  await vi.waitFor(() =>
    expect(calls.filter(({ path }) => path.endsWith('login'))).toHaveLength(2),
  );
});

it('keeps a token during an outage, and tries again', async () => {
  const away = new VaultError('Vault failed: away', 0);
  const { token, calls } = setUp(approle, { login: [lease], renewal: [away, away, lease] });
  token.start();
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(3));
  expect(calls.slice(0, 4).map(({ path }) => path)).toEqual([
    'auth/approle/login',
    'auth/token/renew-self',
    'auth/token/renew-self',
    'auth/token/renew-self',
  ]);
});

it('does not renew the token of an administrator that does not expire', async () => {
  const forever = { lease_duration: 0, renewable: false };
  const { token, calls } = setUp(
    { method: 'token', token: 'root' },
    { login: [forever], renewal: [] },
  );
  token.start();
  expect(await token.get()).toBe('root');
  expect(calls.map(({ path }) => path)).toEqual(['auth/token/lookup-self']);
});
