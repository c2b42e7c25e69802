import type { LogSearch } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BuildWithLogs,
  startBuildWithLogs,
  toLines,
} from '../../../../testing/build-with-logs.ts';
import { bearer, startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let ada: { login: string; token: string };
let build: BuildWithLogs;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  build = await startBuildWithLogs(server, ada, 'project', ['install', 'quiet', 'test']);
  await build.append(
    1,
    toLines(['npm install', '\u001b[31mWARN\u001b[0m depre\u001b[1mcated\u001b[0m x']),
  );
  await build.append(2, toLines(['nothing here']));
  await build.append(3, toLines(['größe 💥', 'TOKEN=********', 'deprecated y', '10%\r100%']));
});
afterAll(() => server.stop());

const pathOf = (query: Record<string, string>) => `/search?${new URLSearchParams(query)}`;
async function search(query: Record<string, string>, of = build): Promise<LogSearch> {
  const answer = await of.get(pathOf(query));
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as LogSearch;
}
const found = async (query: Record<string, string>, of = build) =>
  (await search(query, of)).steps.map(({ stage, step, count, hits }) => [
    stage,
    step,
    count,
    ...hits.map(({ pos, out }) => `${pos} ${out}`),
  ]);

it('finds lines as displayed, in all steps, including running ones', async () => {
  expect(await search({ q: 'DEPRECATED' })).toEqual({
    count: 2,
    isComplete: true,
    steps: [
      {
        stage: 1,
        step: 1,
        count: 1,
        hits: [
          { pos: 1, out: 'WARN deprecated x', before: 0, after: 0, ranges: [{ from: 5, to: 15 }] },
        ],
      },
      {
        stage: 1,
        step: 3,
        count: 1,
        hits: [{ pos: 2, out: 'deprecated y', before: 0, after: 0, ranges: [{ from: 0, to: 10 }] }],
      },
    ],
  });
});

it.each([
  [{ q: 'DEPRECATED', case: 'true' }, []],
  [{ q: '^\\w+ \\W+$', regexp: 'true' }, []],
  [{ q: '^\\p{L}+ \\p{Emoji}$', regexp: 'true' }, [[1, 3, 1, '0 größe 💥']]],
  [{ q: 'GRÖSSE' }, []],
  [{ q: '💥' }, [[1, 3, 1, '0 größe 💥']]],
  [{ q: '[31m' }, []],
  [{ q: 'TOKEN=***' }, [[1, 3, 1, '1 TOKEN=********']]],
  [{ q: '%' }, [[1, 3, 1, '3 100%']]],
])('%o', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

it('finds new lines of a step, and nothing in a deleted log', async () => {
  const other = await startBuildWithLogs(server, ada, 'growing', ['first', 'second']);
  await other.append(1, toLines(['needle one']));
  expect(await found({ q: 'needle' }, other)).toEqual([[1, 1, 1, '0 needle one']]);
  await other.append(1, toLines(['hay', 'needle two'], 1));
  await other.append(2, toLines(['needle three']));
  expect(await found({ q: 'needle' }, other)).toEqual([
    [1, 1, 2, '0 needle one', '2 needle two'],
    [1, 2, 1, '0 needle three'],
  ]);
  await other.finish();
  await other.get('/logs/1/1', { method: 'DELETE' });
  expect(await found({ q: 'needle' }, other)).toEqual([[1, 2, 1, '0 needle three']]);
});

it('counts all matches, and lists a hundred per step and a thousand in total', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `step ${index}`);
  const large = await startBuildWithLogs(server, ada, 'large', names);
  const texts = Array.from({ length: 3000 }, (_, index) => `line ${index} ${'x'.repeat(600)}`);
  for (const [index] of names.entries()) await large.append(index + 1, toLines(texts));
  const answer = await search({ q: 'line' }, large);
  expect([answer.count, answer.isComplete]).toEqual([36_000, true]);
  expect(answer.steps.map(({ count }) => count)).toEqual(Array(12).fill(3000));
  expect(answer.steps.map(({ hits }) => hits.length)).toEqual([...Array(10).fill(100), 0, 0]);
  expect(answer.steps[0]?.hits[0]).toMatchObject({ before: 0, after: expect.any(Number) });
  expect(await found({ q: 'line 2999 ' }, large)).toHaveLength(12);
});

it.each([
  [{}, 'Invalid query: q must be the text to look for'],
  [{ q: '' }, 'Invalid query: q must be the text to look for'],
  [{ q: 'x'.repeat(1001) }, 'Invalid query: q has more than 1000 characters'],
  [{ q: '(', regexp: 'true' }, 'Invalid regular expression: /(/giu: Unterminated group'],
])('rejects %o', async (query, message) => {
  const answer = await build.get(pathOf(query));
  expect([answer.status, await answer.json()]).toEqual([400, { message, code: 'invalid_input' }]);
});

it('requires read access to the repository', async () => {
  const ask = (path: string, headers = {}) => fetch(`${server.url}/api/repos/${path}`, { headers });
  const path = `${build.slug}/builds/1${pathOf({ q: 'x' })}`;
  const stranger = await server.addUser('stranger');
  expect((await ask(path)).status).toBe(401);
  expect((await ask(path, bearer(stranger))).status).toBe(404);
  const none = await ask(path.replace('/1/', '/9/'), bearer(ada));
  expect([none.status, await none.json()]).toEqual([
    404,
    { message: errorMessages.noRows, code: 'missing' },
  ]);
  const repo = await server.core.repos.findBySlug(build.slug);
  await server.core.repos.update(repo?.id ?? 0, { visibility: 'public' });
  expect((await ask(path)).status).toBe(200);
});

it('returns nothing for a build that has not started', async () => {
  const answer = await search({ q: 'x' }, await startBuildWithLogs(server, ada, 'empty', []));
  expect(answer).toEqual({ count: 0, steps: [], isComplete: true });
});
