import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sealer } from '../../shared/sealer.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { HookStore } from './hook-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
});
afterAll(() => server.stop());

const sealer = new Sealer(randomBytes(32));
const makeRepo = async (name: string) => (await pushSampleRepo(server, 'ada', name)).id;

it('gives all who ask at once the one secret that is kept', async () => {
  const repoId = await makeRepo('busy');
  const hooks = new HookStore(server.context.db, sealer);
  const given = await Promise.all([1, 2, 3, 4].map(() => hooks.ensure(repoId)));
  expect(new Set([...given, await hooks.find(repoId), await hooks.ensure(repoId)]).size).toBe(1);
});

it('makes another one where the one that is kept cannot be read', async () => {
  const repoId = await makeRepo('locked');
  const before = await new HookStore(server.context.db, new Sealer(randomBytes(32))).ensure(repoId);
  const hooks = new HookStore(server.context.db, sealer);
  const given = await Promise.all([1, 2].map(() => hooks.ensure(repoId)));
  expect(new Set([...given, await hooks.find(repoId)])).toEqual(new Set([given[0]]));
  expect(given[0]).not.toBe(before);
});
