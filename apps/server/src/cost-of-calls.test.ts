import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../testing/fake-work.ts';
import { makeLines } from '../testing/log-of-step.ts';
import { makeBuild } from '../testing/make-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts';

/** Cost of a call after a commit: statements, and characters of its answer. */
type Cost = [statements: number, characters: number];

const repo = '/api/repos/ada/project';
const build = `${repo}/builds/1`;
const logLines = 1000;

/**
 * Costs of the calls that clients and pages make most. A call that runs another number of statements, or whose answer is a
 * tenth longer, is one that grows: change its row only if what it does is worth that.
 */
const reads: Readonly<Record<string, Cost>> = {
  '/api/user': [1, 192],
  '/api/user/repos': [2, 668],
  '/api/user/repos?latest=true': [3, 1193],
  '/api/user/builds': [3, 29_801],
  '/api/builds/incomplete': [3, 1237],
  '/api/queue': [5, 327],
  '/api/runners': [3, 124],
  '/readyz': [1, 2],
  [repo]: [3, 720],
  [`${repo}/builds`]: [4, 25_851],
  [`${repo}/builds?page=2&per_page=25`]: [4, 12_926],
  [`${repo}/builds?branch=main&status=success`]: [4, 25_851],
  [`${repo}/builds/latest`]: [8, 528],
  [`${repo}/builds/2`]: [4, 525],
  [build]: [9, 1416],
  [`${build}/file`]: [5, 222],
  [`${build}/logs/1/1`]: [6, 54_709],
  [`${build}/logs/1/1?from=-250`]: [6, 13_736],
  [`${build}/artifacts`]: [8, 2],
  [`${build}/tests`]: [9, 107],
  [`${build}/causes`]: [8, 2],
  [`${repo}/environment?target=live`]: [7, 528],
  [`${repo}/secrets`]: [4, 2],
  [`${repo}/cron`]: [4, 2],
};

const writes = { pushed: 24, claimed: 29, logged: 7, ended: 6 };

interface Counter {
  statements: number;
}
const counters = new AsyncLocalStorage<Counter>();
let server: TestServer;
let ada: { id: number; token: string };

beforeAll(async () => {
  server = await startTestServer({ jobs: [] });
  const { core } = server;
  core.measurements.subscribe('query', () => {
    const counter = counters.getStore();
    if (counter) counter.statements++;
  });
  ada = await server.addUser('ada', { admin: true });
  const { id } = await pushSampleRepo(server, 'ada');
  const api = runnerApiOf(server);
  const { step } = await startNextStage(api);
  await api.appendLogs({ params: { step: step.id }, body: makeLines(0, logLines) });
  await api.updateStep({
    params: { step: step.id },
    body: { ...step, status: 'success', stopped: 2 },
  });
  for (let number = 2; number <= 60; number++) {
    await makeBuild(core, id, { title: `Change ${number}`, created: 1_700_000_000 + number });
  }
});
afterAll(() => server.stop());

/** Counts the statements of a job, and those that it causes later. */
async function count<Result>(job: () => Promise<Result>): Promise<[number, Result]> {
  const counter = { statements: 0 };
  const result = await counters.run(counter, async () => await job());
  return [counter.statements, result];
}

/** Makes SQLite forget what earlier calls have read. */
async function commit(): Promise<void> {
  const row = { name: 'cost of calls', value: '' };
  await server.core.db
    .insertInto('server_state')
    .values(row)
    .onConflict((known) => known.column('name').doUpdateSet(row))
    .execute();
}

async function read(url: string): Promise<Cost> {
  await commit();
  const [statements, answer] = await count(() =>
    server.app.inject({ url, headers: { ...bearer(ada), 'accept-encoding': 'identity' } }),
  );
  expect(answer.statusCode).toBe(200);
  return [statements, answer.body.length];
}

it.each(Object.entries(reads))('GET %s costs %s', async (url, [statements, characters]) => {
  // The first call may fill caches of what never changes.
  await read(url);
  const [found, length] = await read(url);
  expect(found).toBe(statements);
  expect(length).toBeLessThanOrEqual(characters * 1.1);
});

it('costs no statement to read again what nothing has changed', async () => {
  for (const url of ['/api/user', repo, `${repo}/builds`, `${repo}/builds/2`]) {
    const again = async () =>
      (await count(() => server.app.inject({ url, headers: bearer(ada) })))[0];
    // Something else may just have written.
    await expect.poll(again, { message: url }).toBe(0);
  }
});

it('costs this many statements to push to a new repository, and to run a step with 1,000 lines', async () => {
  const api = runnerApiOf(server);
  const [pushed] = await count(() => pushSampleRepo(server, 'ada', 'other'));
  const [claimed, { step }] = await count(() => startNextStage(api));
  const [logged] = await count(() =>
    api.appendLogs({ params: { step: step.id }, body: makeLines(0, logLines) }),
  );
  const [ended] = await count(() =>
    api.updateStep({
      params: { step: step.id },
      body: { ...step, status: 'success', stopped: 2 },
    }),
  );
  expect({ pushed, claimed, logged, ended }).toEqual(writes);
});
