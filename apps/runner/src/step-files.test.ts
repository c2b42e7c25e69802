import { FileRefusal } from '@millrace/contract/runner';
import { expect, it, onTestFinished } from 'vitest';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { systemClock } from './shared/clock.ts';
import { startRunner } from './start-runner.ts';
import { FakeRunnerApi } from './testing/fake-runner-api.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

/** Runs a stage with this one step. */
async function setUp(step: string, api = new FakeRunnerApi()) {
  const workDir = await temporaryDirectory();
  const clock = {
    ...systemClock,
    wait: (_: number, signal: AbortSignal) => systemClock.wait(1, signal),
  };
  const engines = [createProcessEngine({ workDir, killGraceMs: 200 })];
  const runner = startRunner({ api, machine: 'host', capacity: 1, workDir, clock, engines });
  onTestFinished(() => runner.stop());
  const config = `kind: pipeline\ntype: exec\nclone: { disable: true }\nsteps: [{ name: make, ${step} }]`;
  api.enqueue(makeDetails({ config, repo: { timeout: 0 } }));
  return api;
}

const made = "artifacts: ['dist/**'], commands: [mkdir dist, echo a > dist/a, echo b > dist/b";

it('sends the files of a step to the server before it finishes', async () => {
  const api = await setUp(`reports: { junit: '**/b' }, summary: dist/a, ${made}]`);
  expect(await api.untilFinished()).toMatchObject({ status: 'success' });
  expect(api.reports.slice(1, -1)).toEqual([
    ...['step make running', 'file dist/a', 'file dist/a', 'file dist/b', 'file dist/b'],
    'step make success',
  ]);
  expect(Object.fromEntries(api.files)).toEqual({
    ...{ 'artifact dist/a': 'a\n', 'artifact dist/b': 'b\n' },
    ...{ 'junit dist/b': 'b\n', 'summary dist/a': 'a\n' },
  });
});

it('sends the files of a step that failed', async () => {
  const api = await setUp(`${made}, exit 3]`);
  expect(await api.untilFinished()).toMatchObject({ status: 'failure' });
  expect([...api.files.keys()]).toEqual(['artifact dist/a', 'artifact dist/b']);
});

it('sends no files of a step that was killed', async () => {
  const api = await setUp(`${made}, sleep 1000]`);
  await api.until(() => api.output('make').includes('+ sleep'));
  api.cancel(70);
  expect(await api.untilFinished()).toMatchObject({ status: 'killed' });
  expect(api.files.size).toBe(0);
});

it('logs which files the server rejected, and continues', async () => {
  const api = new FakeRunnerApi();
  api.failOnce('sendFile', new FileRefusal('It is too large'));
  await setUp(`${made}, printf end]`, api);
  expect(await api.untilFinished()).toMatchObject({ status: 'success' });
  expect([...api.files.keys()]).toEqual(['artifact dist/b']);
  expect(api.output('make')).toMatch(
    /\nend\n\[millrace\] dist\/a was not stored: It is too large\n$/,
  );
});

it('sends a file again after a lost connection', async () => {
  const api = new FakeRunnerApi();
  for (const _ of [1, 2]) api.failOnce('sendFile');
  await setUp(`${made}]`, api);
  expect(await api.untilFinished()).toMatchObject({ status: 'success' });
  expect([...api.files.keys()]).toEqual(['artifact dist/a', 'artifact dist/b']);
});

it('stops with the stage, and at its timeout', async () => {
  const api = new FakeRunnerApi();
  const begun = Promise.withResolvers<void>();
  api.sendFile = (_step, _file, signal) => {
    begun.resolve();
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
  };
  await setUp(`${made}]`, api);
  await begun.promise;
  api.cancel(70);
  expect(await api.untilFinished()).toMatchObject({ status: 'killed' });
  expect(api.step('make')?.status).toBe('killed');
});
