import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startStubVault } from '../../../testing/vault/stub-vault.ts';
import { describeVault, openVault } from '../../../testing/vault/vault-cases.ts';
import { callVault } from '../../../testing/vault/vault-under-test.ts';

describe('a stub of Vault', () => describeVault(startStubVault));

it('signs in with the token of its pod', async () => {
  const vault = await startStubVault();
  onTestFinished(() => vault.stop());
  const dir = await mkdtemp(join(tmpdir(), 'millrace-vault-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'token');
  await callVault(vault, 'auth/kubernetes/role/ci', { token_ttl: '60s', token_max_ttl: '60s' });
  await callVault(vault, 'secret/data/millrace/acme/site/db', { data: { value: 'from a pod' } });
  const { find, token } = openVault({
    MILLRACE_VAULT_ADDR: vault.url,
    MILLRACE_VAULT_KUBERNETES_ROLE: 'ci',
    MILLRACE_VAULT_KUBERNETES_TOKEN_FILE: file,
  });
  onTestFinished(() => token.stop());
  await expect(find('secret/millrace/acme/site/db')).rejects.toThrow('token for Vault');
  await writeFile(file, 'jwt of the pod\n');
  expect(await find('secret/millrace/acme/site/db')).toEqual({
    kind: 'value',
    value: 'from a pod',
  });
});

describe('a Vault that fails', () => {
  const start = async (listener: Parameters<typeof createServer>[1]) => {
    const server: Server = createServer(listener ?? (() => {}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const { find, token } = openVault({
      MILLRACE_VAULT_ADDR: `http://127.0.0.1:${port}`,
      MILLRACE_VAULT_TOKEN: 'root',
      MILLRACE_VAULT_TIMEOUT_SECONDS: '1',
    });
    onTestFinished(() => token.stop());
    return find;
  };

  it.each<[string, Parameters<typeof start>[0], RegExp]>([
    [
      'is unavailable',
      (_, response) => response.writeHead(503).end('{"errors":["standby"]}'),
      /503: standby/,
    ],
    ['is no Vault', (_, response) => response.end('<html>'), /is not as expected/],
    [
      'redirects',
      (_, response) => response.writeHead(307, { location: '/' }).end(),
      /answered 307/,
    ],
    ['does not answer', () => {}, /no response within 1 s/],
    ['sends too much', (_, response) => response.end('x'.repeat(5_000_000)), /is larger than/],
  ])('%s', async (_, listener, message) => {
    await expect((await start(listener))('secret/a')).rejects.toThrow(message);
  });
});
