import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { readClusterAccess } from './cluster-access.ts';

const config = `
current-context: ci
contexts: [{ name: ci, context: { cluster: main, user: runner } }]
clusters: [{ name: main, cluster: { server: 'https://10.0.0.1:6443/', certificate-authority-data: Y2E= } }]
`;

async function read(users: string, files: Record<string, string> = {}) {
  const folder = await temporaryDirectory();
  const path = join(folder, 'config');
  await writeFile(path, config + users);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return readClusterAccess({ KUBECONFIG: path });
}

it('reads a kubeconfig file with a token', async () => {
  const access = await read('users: [{ name: runner, user: { token: abc } }]');
  expect(access.server).toBe('https://10.0.0.1:6443');
  expect(access.tls).toEqual({ ca: Buffer.from('ca') });
  expect(await access.readToken()).toBe('abc');
});

it('reads a file of a token beside the kubeconfig file at each call', async () => {
  const users = 'users: [{ name: runner, user: { tokenFile: token } }]';
  const access = await read(users, { token: 'first\n' });
  expect(await access.readToken()).toBe('first');
});

it('reads a client certificate', async () => {
  const users =
    'users: [{ name: runner, user: { client-certificate-data: Yw==, client-key: key } }]';
  const access = await read(users, { key: 'k' });
  expect(access.tls).toMatchObject({ cert: Buffer.from('c'), key: Buffer.from('k') });
  expect(await access.readToken()).toBeUndefined();
});

it.for<[string, string]>([
  ['users: [{ name: runner, user: {} }]', 'has neither a token nor a client certificate'],
  ['users: []', 'has no user runner'],
  ['users: 7', 'is no kubeconfig file'],
])('rejects %s', async ([users, message]) => {
  await expect(read(users)).rejects.toThrow(message);
});

it('says that there is no cluster', async () => {
  await expect(readClusterAccess({})).rejects.toThrow('There is no cluster');
});
