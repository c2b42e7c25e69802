import type { LogComparison } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BuildWithLogs,
  startBuildWithLogs,
  startNextBuildWithLogs,
  toLines,
} from '../../../../testing/build-with-logs.ts';
import { bearer, startTestServer, type TestServer } from '../../../../testing/test-server.ts';

const good = [
  '+ npm test',
  '[10:00:01] \u001b[32mPASS\u001b[0m a.test.ts (12 ms)',
  '[10:00:02] PASS b.test.ts (9 ms)',
  'Tests: 2 passed in 1.2 s',
  'warning: retry 1',
];
const bad = [
  '+ npm test',
  '[23:10:01] PASS a.test.ts (1.5 s)',
  '[23:10:02] \u001b[31mFAIL\u001b[0m b.test.ts (900 ms)',
  '  at open /tmp/x8Kd/b.ts:12:5',
  'Tests: 1 passed in 2m 3s',
  'warning: retry 1',
  'warning: retry 2',
];

let server: TestServer;
let ada: { login: string; token: string };
let failed: BuildWithLogs;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  const passed = await startBuildWithLogs(server, ada, 'project', ['install', 'test']);
  await passed.append(2, toLines(good));
  await passed.finish();
  // The same step stands elsewhere in the next build.
  failed = await startNextBuildWithLogs(server, ada, passed.slug, ['test', 'new']);
  await failed.append(1, toLines(bad));
});
afterAll(() => server.stop());

const compare = async (path: string, of = failed) => {
  const answer = await of.get(path);
  return { status: answer.status, body: (await answer.json()) as LogComparison };
};

it('lists the lines that only one log has, or has more of', async () => {
  expect(await compare('/logs/1/1/compare?with=1')).toEqual({
    status: 200,
    body: {
      here: {
        build: 2,
        stage: 1,
        step: 1,
        kinds: 3,
        lines: [
          { pos: 2, out: '[23:10:02] FAIL b.test.ts (900 ms)', count: 1, otherCount: 0 },
          { pos: 3, out: '  at open /tmp/x8Kd/b.ts:12:5', count: 1, otherCount: 0 },
          { pos: 5, out: 'warning: retry 1', count: 2, otherCount: 1 },
        ],
      },
      there: {
        build: 1,
        stage: 1,
        step: 2,
        kinds: 1,
        lines: [{ pos: 2, out: '[10:00:02] PASS b.test.ts (9 ms)', count: 1, otherCount: 0 }],
      },
      isComplete: true,
    },
  });
});

it('finds no difference between a log and itself', async () => {
  const { body } = await compare('/logs/1/1/compare?with=2');
  expect([body.here.kinds, body.there.kinds, body.here.lines]).toEqual([0, 0, []]);
});

it('lists up to five hundred kinds of lines, from distant blocks', async () => {
  const word = (index: number) =>
    index.toString(36).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[+digit] ?? '');
  const texts = Array.from(
    { length: 30_000 },
    (_, index) => `only ${word(index)} ${'é'.repeat(90)}`,
  );
  const first = await startBuildWithLogs(server, ada, 'large', ['long']);
  await first.append(1, toLines([...texts, `${'y'.repeat(900)}`]));
  const second = await startNextBuildWithLogs(server, ada, first.slug, ['long']);
  await second.append(1, toLines(texts.slice(400, 29_800)));
  const { body } = await compare('/logs/1/1/compare?with=2', first);
  expect([body.here.kinds, body.there.kinds]).toEqual([601, 0]);
  expect(body.here.lines).toHaveLength(500);
  expect(body.here.lines.map(({ pos }) => pos).slice(398, 402)).toEqual([398, 399, 29_800, 29_801]);
  expect(body.here.lines.at(-1)?.out).toBe(texts[29_899]);
  const alone = await compare('/logs/1/1/compare?with=1', second);
  expect(alone.body.there.lines.at(0)?.out).toBe(texts[0]);
});

it.each([
  ['/logs/1/9/compare?with=1', 404, errorMessages.noRows, 'missing'],
  ['/logs/1/1/compare?with=9', 404, 'Build 9 has no step "test" in a stage "first"', 'missing'],
  ['/logs/1/2/compare?with=1', 404, 'Build 1 has no step "new" in a stage "first"', 'missing'],
  ['/logs/1/1/compare', 400, 'Invalid query: with must be the number of a build', 'invalid_input'],
  [
    '/logs/1/1/compare?with=x',
    400,
    'Invalid query: with must be the number of a build',
    'invalid_input',
  ],
])('answers %s with %i', async (path, status, message, code) => {
  expect(await compare(path)).toEqual({ status, body: { message, code } });
});

it('requires read access to the repository', async () => {
  const stranger = await server.addUser('stranger');
  const path = '/logs/1/1/compare?with=1';
  expect((await failed.get(path, { headers: {} })).status).toBe(401);
  expect((await failed.get(path, { headers: bearer(stranger) })).status).toBe(404);
});
