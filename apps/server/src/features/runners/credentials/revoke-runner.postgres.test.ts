import type { Build } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  clientWith,
  exchangeToken,
  registerRunner,
  runnersOf,
} from '../../../../testing/register-runner.ts';
import { startOverRpc } from '../../../../testing/rpc-client.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../../../testing/test-database.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let database: string;
let one: TestServer;
let two: TestServer;
let ada: { token: string };
beforeEach(async () => {
  database = await makePostgresDatabase();
  const env = { MILLRACE_SECRET_KEY: 'a key that both servers know' };
  one = await startTestServer({ database, env });
  const folder = { MILLRACE_REPOSITORIES: `${one.tempDir}/data` };
  two = await startTestServer({ database, env: { ...env, ...folder } });
  ada = await one.addUser('ada');
  await pushSampleRepo(one, 'ada');
});
afterEach(async () => {
  await two.stop();
  await one.stop();
  await removeTestDatabase(database);
});

const url = runnersOf.repo('ada/project');

it('revokes at one server a runner that calls another one', async () => {
  const { id, credential, process } = await registerRunner(one, ada, url, { name: 'one' });
  const rpc = clientWith(two, credential, process);
  await startOverRpc(rpc);
  const { bus } = two.core;
  const subscribers = bus.countSubscribers('queueChanged');
  const ended = expect(rpc('POST', '/stage', { type: 'exec' })).rejects.toThrow();
  await expect.poll(() => bus.countSubscribers('queueChanged')).toBe(subscribers + 1);
  const headers = bearer(ada);
  const revoked = await one.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers });
  expect(revoked.statusCode).toBe(204);
  await ended;
  for (const server of [one, two]) {
    const client = clientWith(server, credential, process);
    expect((await client('POST', '/ping')).status).toBe(401);
    const answer = await server.app.inject({ url: '/api/repos/ada/project/builds/1', headers });
    const build: Build = answer.json();
    expect(build.stages?.[0]?.error).toBe('The runner was revoked.');
  }
});

it('registers a runner at one of two servers that get its token at the same time', async () => {
  const added = await one.app.inject({
    method: 'POST',
    url,
    headers: bearer(ada),
    payload: { name: 'one' },
  });
  const { token } = added.json();
  const answers = await Promise.all([one, two, one, two].map((each) => exchangeToken(each, token)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
});
