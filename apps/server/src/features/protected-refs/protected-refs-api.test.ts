import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { token: string };
let bob: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  const { id } = await pushSampleRepo(server, 'ada', 'project');
  await server.core.repos.grant(bob.id, id, 'write');
});
afterAll(() => server.stop());

const url = '/api/repos/ada/project/protected-refs';
const get = async (user: { token: string }) =>
  (await server.app.inject({ url, headers: bearer(user) })).json();
const put = (user: { token: string }, payload: object) =>
  server.app.inject({ method: 'PUT', url, headers: bearer(user), payload });

it('protects nothing besides the default branch at first', async () => {
  expect(await get(ada)).toEqual({ branches: [], tags: [] });
});

it('is changed by administrators of the repository alone', async () => {
  const refs = { branches: ['release/*'], tags: ['v*'] };
  expect((await put(bob, refs)).statusCode).toBe(403);
  expect(await get(bob)).toEqual({ branches: [], tags: [] });
  expect((await put(ada, { ...refs, branches: [' release/* '] })).json()).toEqual(refs);
  expect(await get(bob)).toEqual(refs);
});

it.each([
  ['an empty pattern', { branches: [' '], tags: [] }, 'A pattern of a branch or tag is empty'],
  [
    'too many patterns',
    { branches: Array.from({ length: 51 }, String), tags: [] },
    'At most 50 patterns of branches and of tags are possible',
  ],
])('rejects %s', async (_, refs, message) => {
  const { statusCode, body } = await put(ada, refs);
  expect([statusCode, JSON.parse(body).message]).toEqual([400, message]);
});
