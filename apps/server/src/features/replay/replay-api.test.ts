import type { Replay } from '@millrace/contract/api';
import { replay } from '@millrace/contract/schemas';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { OutputStore } from '../outputs/output-store.ts';

let server: TestServer;
let ada: { id: number; token: string };
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
});
afterEach(() => server.stop());

const call = (build: number, who = ada) =>
  server.app.inject({
    url: `/api/repos/ada/project/builds/${build}/replay`,
    headers: bearer(who),
  });

it('returns the build with its file, and no secrets', async () => {
  const secret = { name: 'token', data: 'open-sesame' };
  await server.app.inject({
    method: 'POST',
    url: '/api/repos/ada/project/secrets',
    headers: bearer(ada),
    payload: secret,
  });
  const answer = await call(1);
  expect(answer.body).not.toContain('open-sesame');
  const found: Replay = replay.parse(answer.json());
  expect(found).toMatchObject({
    repository: { slug: 'ada/project', trusted: false },
    build: { number: 1, event: 'push' },
    system: { proto: 'http' },
  });
  expect(found.config).toContain('kind: pipeline');
});

it('returns the outputs that a stage gets, without masked values', async () => {
  const build: Replay['build'] = (await call(1)).json().build;
  const [first] = build.stages ?? [];
  const outputs = new OutputStore(server.core.db, server.core.keys.sealer);
  await outputs.put(first?.id ?? 0, [
    { name: 'VERSION', data: '1.2', isMasked: false },
    { name: 'TOKEN', data: 'hidden-value', isMasked: true },
  ]);
  const answer = await call(1);
  expect(answer.body).not.toContain('hidden-value');
  expect(replay.parse(answer.json()).outputs).toEqual([
    { stage: 'second', name: 'TOKEN', data: null },
    { stage: 'second', name: 'VERSION', data: '1.2' },
  ]);
});

it('is not found for builds that do not exist, and for others', async () => {
  const missing = await call(2);
  expect([missing.statusCode, missing.json()]).toEqual([
    404,
    { message: 'There is no build 2', code: 'missing' },
  ]);
  expect((await call(1, await server.addUser('eve'))).statusCode).toBe(404);
});
