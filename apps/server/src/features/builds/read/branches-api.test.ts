import type { Build } from '@millrace/contract/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBuild } from '../../../../testing/make-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

const manyBranches = 120;

let server: TestServer;
let ada: { token: string };
let reader: { id: number; token: string };
let stranger: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  reader = await server.addUser('bob');
  stranger = await server.addUser('eve');
  const { id } = await pushSampleRepo(server, 'ada');
  await server.core.repos.grant(reader.id, id, 'read');
  for (let at = 1; at <= manyBranches; at++) {
    await makeBuild(server.core, id, { target: `feature/Mill-${at}` });
  }
  for (const target of ['50%_done', 'a\\b']) await makeBuild(server.core, id, { target });
});
afterAll(() => server.stop());

const get = (query: string, user: { token: string } | null = ada) =>
  server.app.inject({
    url: `/api/repos/ada/project/builds/branches${query}`,
    headers: user ? bearer(user) : {},
  });
const namesOf = async (query: string): Promise<string[]> =>
  ((await get(query)).json() as Build[]).map(({ target }) => target);

it('lists all branches by default', async () => {
  expect(await namesOf('')).toHaveLength(manyBranches + 3);
});

it('lists the default branch and the newest ones, page by page', async () => {
  expect(await namesOf('?per_page=3')).toEqual(['main', 'a\\b', '50%_done']);
  expect(await namesOf('?per_page=3&page=2')).toEqual(
    [120, 119, 118].map((number) => `feature/Mill-${number}`),
  );
  expect(await namesOf('?q=')).toHaveLength(50);
});

it.each([
  ['mill-12', ['feature/Mill-120', 'feature/Mill-12']],
  ['MILL-7 ', [79, 78, 77, 76, 75, 74, 73, 72, 71, 70, 7].map((at) => `feature/Mill-${at}`)],
  ['%', ['50%_done']],
  ['_', ['50%_done']],
  ['\\', ['a\\b']],
  ['nowhere', []],
])('finds branches that contain %o', async (text, names) => {
  expect(await namesOf(`?q=${encodeURIComponent(text)}`)).toEqual(names);
});

it('rejects an invalid branch name', async () => {
  const answer = await get(`?q=${'a'.repeat(251)}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toBe('Invalid query: q has at most 250 characters');
});

it.each([
  ['a reader', () => reader, 200],
  ['someone without permission', () => stranger, 404],
  ['a guest', () => null, 401],
])('answers %s with %s', async (_, user, status) => {
  expect((await get('?q=mill', user())).statusCode).toBe(status);
});
