import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Clock, systemClock } from '@millrace/node-kit/clock';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from './engines/engine.ts';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { GitRepository } from './testing/git-repository.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

const fastClock: Clock = {
  ...systemClock,
  wait: (ms, signal) => systemClock.wait(ms / 50, signal),
};
/** A clock whose first delay before a retry ends only when its signal aborts. */
const stoppedClock: Clock = {
  ...systemClock,
  wait: (ms, signal) => systemClock.wait(ms === 2000 ? 1_000_000_000 : ms, signal),
};

type Answer = (response: ServerResponse) => void;
const reset: Answer = (response) => response.destroy();
const status =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code).end();

/** A git server that answers the first requests with errors; `always` applies to every request. */
async function startGitServer(answers: Answer[], always?: Answer) {
  const repository = new GitRepository(await temporaryDirectory());
  const after = repository.commit('greeting', 'hello\n');
  repository.git('update-server-info');
  const counts = { requests: 0 };
  const server = createServer(async ({ url = '' }, response) => {
    counts.requests++;
    const answer = always ?? answers.shift();
    if (answer) return answer(response);
    const path = join(repository.path, '.git', url.split('?', 1)[0]?.replace('/a.git', '') ?? '');
    await readFile(path).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/a.git`, after, counts };
}

async function startClone(
  url: string,
  after: string,
  clock = fastClock,
  cloneRetries?: number,
  hasRestarted = false,
) {
  const fake = new FakeServer();
  const workDir = await temporaryDirectory();
  const engine = createProcessEngine({ workDir, killGraceMs: 200 });
  const engines = [hasRestarted ? withOrphanedStage(engine) : engine];
  const options = cloneRetries === undefined ? {} : { cloneRetries };
  const runner = startRunner({
    api: fake.api,
    machine: 'host',
    capacity: 1,
    workDir,
    clock,
    engines,
    ...options,
  });
  onTestFinished(() => runner.stop());
  const config = 'kind: pipeline\ntype: exec\nsteps: [{ name: show, commands: [cat greeting] }]';
  const details = makeDetails({ repo: { git_http_url: url }, build: { after }, config });
  if (!hasRestarted) fake.enqueue(details);
  else
    fake.begin(details, [
      { name: 'clone', status: 'success' },
      { name: 'show', status: 'pending' },
    ]);
  return { fake, details };
}

/** An engine that has a stage of an earlier start, which continues in a new workspace. */
function withOrphanedStage(engine: Engine): Engine {
  return {
    ...engine,
    orphanedStages: {
      take: () => [700],
      adopt: (setup) => engine.createWorkspace(setup),
      remove: async () => undefined,
    },
  };
}
const retries = (fake: FakeServer) =>
  fake
    .output('clone')
    .split('\n')
    .filter((line) => line.startsWith('[millrace]'));

describe('a clone while the git server is unreachable', () => {
  it.each([
    ['closes connections', reset],
    ['answers 503', status(503)],
  ])('is retried if the server %s', async (_, answer) => {
    const { url, after } = await startGitServer([answer, answer, answer, answer]);
    const { fake } = await startClone(url, after);
    expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
    expect(retries(fake)).toEqual([
      '[millrace] The git server could not be reached. Retry 1 of 4 in 2 s.',
      '[millrace] The git server could not be reached. Retry 2 of 4 in 4 s.',
    ]);
    expect(fake.output('show')).toContain('hello\n');
  });

  it.each([
    [2, { status: 'success' }],
    [
      0,
      {
        status: 'error',
        error: expect.stringMatching(/could not fetch the sources again: fatal: unable to access/),
      },
    ],
  ])('by a runner that has restarted is retried %i times', async (count, result) => {
    const { url, after } = await startGitServer([reset, reset, reset, reset]);
    const { fake } = await startClone(url, after, fastClock, count, true);
    expect(await fake.untilFinished()).toMatchObject(result);
  });

  it('fails after its last retry', async () => {
    const { url, after } = await startGitServer([], reset);
    const { fake } = await startClone(url, after, fastClock, 1);
    expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
    expect(retries(fake)).toHaveLength(1);
    expect(fake.step('show')?.status).toBe('skipped');
  });

  it('is not retried if retries are off', async () => {
    const { url, after } = await startGitServer([], reset);
    const { fake } = await startClone(url, after, fastClock, 0);
    expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
    expect(retries(fake)).toEqual([]);
  });

  it('stops immediately when its build is cancelled', async () => {
    const { url, after } = await startGitServer([], reset);
    const { fake, details } = await startClone(url, after, stoppedClock);
    await expect.poll(() => retries(fake)).toHaveLength(1);
    fake.cancel(details.build.id);
    expect(await fake.untilFinished()).toMatchObject({ status: 'killed' });
    expect(fake.step('clone')?.status).toBe('killed');
  });
});

it.each([401, 403, 404])('a clone rejected with %i is not retried', async (code) => {
  const { url, after, counts } = await startGitServer([], status(code));
  const { fake } = await startClone(url, after);
  expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
  expect(retries(fake)).toEqual([]);
  // One request for the reference and one for the commit.
  expect(counts.requests).toBe(2);
});
