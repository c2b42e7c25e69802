import type { Line, LogComparison, LogSearch } from '@millrace/contract/api';
import { joinLines } from '@millrace/contract/log-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BuildWithLogs,
  startBuildWithLogs,
  startNextBuildWithLogs,
  toLines,
} from '../../../testing/build-with-logs.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** Output of a step, with empty lines and without a line break at its end. */
const texts = Array.from({ length: 20_000 }, (_, at) => {
  if (at % 7 === 3) return '';
  return at % 1000 === 17 ? `needle ${'größe '.repeat(at / 100)}end` : `word${at} of the output`;
});
const output = texts.join('\n');

let server: TestServer;
let ada: { login: string; token: string };
let whole: BuildWithLogs;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  whole = await startBuildWithLogs(server, ada, 'project', ['test']);
  await whole.append(1, toLines(texts));
  await whole.finish();
});
afterAll(() => server.stop());

const readJson = async <T>(build: BuildWithLogs, path: string) => {
  const answer = await build.get(path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};

/** Cuts the output as existing runners do: at any character, with empty entries between. */
function cutOutput(seed: number): Line[] {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
  const entries: Line[] = [];
  for (let at = 0; at < output.length; ) {
    const length = [0, 1, 1 + random(10), 1 + random(400)][random(4)] ?? 0;
    entries.push({ pos: entries.length, out: output.slice(at, at + length), time: at });
    at += length;
  }
  return entries;
}

it.each([1, 2, 3])('reads, searches and compares a cut log by lines (seed %i)', async (seed) => {
  const cut = await startNextBuildWithLogs(server, ada, whole.slug, ['test']);
  const entries = cutOutput(seed);
  for (let at = 0; at < entries.length; at += 701) {
    const batch = entries.slice(at, at + 701);
    await cut.append(1, batch);
    // Batches are repeated after a lost response.
    if (at % 5 === 0) await cut.append(1, batch);
  }
  await cut.finish();
  const stored = await readJson<Line[]>(cut, '/logs/1/1');
  expect(stored.map(({ out }) => out).join('')).toBe(output);
  expect(stored).toHaveLength(entries.length);
  const lines = joinLines(stored);
  expect(lines.map(({ out }) => out.replace(/\n$/, ''))).toEqual(texts);
  expect(lines.map(({ pos }) => pos)).toEqual(texts.map((_, at) => at));
  const tail = await readJson<Line[]>(cut, '/logs/1/1?from=-250');
  expect(joinLines(tail).at(-1)).toMatchObject({ pos: texts.length - 1 });

  for (const query of ['q=needle', 'q=word\\d*7%20&regexp=true', 'q=e%20end']) {
    const [here, there] = [
      await readJson<LogSearch>(cut, `/search?${query}`),
      await readJson<LogSearch>(whole, `/search?${query}`),
    ];
    expect(here.count).toBeGreaterThan(10);
    expect(here).toEqual(there);
  }
  const number = seed + 1;
  expect(await readJson<LogComparison>(cut, '/logs/1/1/compare?with=1')).toMatchObject({
    here: { build: number, kinds: 0 },
    there: { build: 1, kinds: 0 },
    isComplete: true,
  });
});

it('shows the text of different lines in a cut log', async () => {
  const cut = await startNextBuildWithLogs(server, ada, whole.slug, ['test']);
  const plain = 'word0 of the output\n';
  const outs = [plain, 'a line of ', 'another kind\nword', '1 of the output\n', '', 'the', ' end'];
  await cut.append(
    1,
    outs.map((out, pos) => ({ pos, out, time: 0 })),
  );
  const { here } = await readJson<LogComparison>(cut, '/logs/1/1/compare?with=1');
  expect(here.lines.map(({ pos, out }) => [pos, out])).toEqual([
    [1, 'a line of another kind'],
    [3, 'the end'],
  ]);
});
