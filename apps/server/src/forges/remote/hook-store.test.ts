import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../../testing/test-server.ts';
import { Sealer } from '../../shared/sealer.ts';
import { HookStore } from './hook-store.ts';

const server = await serverOfFile();
await server.addUser('ada');

const sealer = new Sealer(randomBytes(32));
const makeRepo = async (name: string) => (await pushSampleRepo(server, 'ada', name)).id;

it('replaces the secret, and restores it if the forge rejects the new one', async () => {
  const repoId = await makeRepo('rotated');
  const hooks = new HookStore(server.core.db, sealer);
  const first = await hooks.rotate(repoId);
  expect(await hooks.find(repoId)).toBe(first.secret);
  const second = await hooks.rotate(repoId);
  expect(second.secret).not.toBe(first.secret);
  expect(await hooks.find(repoId)).toBe(second.secret);
  await second.undo();
  expect(await hooks.find(repoId)).toBe(first.secret);
});

it('returns no secret if the stored one cannot be decrypted', async () => {
  const repoId = await makeRepo('locked');
  await new HookStore(server.core.db, new Sealer(randomBytes(32))).rotate(repoId);
  const hooks = new HookStore(server.core.db, sealer);
  expect(await hooks.find(repoId)).toBeUndefined();
  const { secret } = await hooks.rotate(repoId);
  expect(await hooks.find(repoId)).toBe(secret);
});
