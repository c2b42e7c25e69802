import { FileRefusal } from '@millrace/contract/runner';
import { systemClock } from '@millrace/node-kit/clock';
import { expect, it, onTestFinished } from 'vitest';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

/** Runs a stage with this one step. */
async function setUp(step: string, fake = new FakeServer()) {
  const workDir = await temporaryDirectory();
  const clock = {
    ...systemClock,
    wait: (_: number, signal?: AbortSignal) => systemClock.wait(1, signal),
  };
  const engines = [createProcessEngine({ workDir, killGraceMs: 200 })];
  const runner = startRunner({
    api: fake.api,
    machine: 'host',
    capacity: 1,
    workDir,
    clock,
    engines,
  });
  onTestFinished(() => runner.stop());
  const config = `kind: pipeline\ntype: exec\nclone: { disable: true }\nsteps: [{ name: make, ${step} }]`;
  fake.enqueue(makeDetails({ config, repo: { timeout: 0 } }));
  return fake;
}

const makeFiles = "artifacts: ['dist/**'], commands: [mkdir dist, echo a > dist/a, echo b > dist/b";

it('sends the files of a step to the server before it finishes', async () => {
  const fake = await setUp(`reports: { junit: '**/b' }, summary: dist/a, ${makeFiles}]`);
  expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
  expect(fake.reports.slice(1, -1)).toEqual([
    'step make running',
    'file dist/a',
    'file dist/a',
    'file dist/b',
    'file dist/b',
    'step make success',
  ]);
  expect(Object.fromEntries(fake.files)).toEqual({
    'artifact dist/a': 'a\n',
    'artifact dist/b': 'b\n',
    'junit dist/b': 'b\n',
    'summary dist/a': 'a\n',
  });
});

it('sends the files of a step that failed', async () => {
  const fake = await setUp(`${makeFiles}, exit 3]`);
  expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
  expect([...fake.files.keys()]).toEqual(['artifact dist/a', 'artifact dist/b']);
});

it('sends no files of a step that was killed', async () => {
  const fake = await setUp(`${makeFiles}, sleep 1000]`);
  await fake.until(() => fake.output('make').includes('+ sleep'));
  fake.cancel(70);
  expect(await fake.untilFinished()).toMatchObject({ status: 'killed' });
  expect(fake.files.size).toBe(0);
});

it('logs which files the server rejected, and continues', async () => {
  const fake = new FakeServer();
  fake.failOnce('sendFile', new FileRefusal('It is too large'));
  await setUp(`${makeFiles}, printf end]`, fake);
  expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
  expect([...fake.files.keys()]).toEqual(['artifact dist/b']);
  expect(fake.output('make')).toMatch(
    /\nend\n\[millrace\] dist\/a was not stored: It is too large\n$/,
  );
});

it('sends a file again after a lost connection', async () => {
  const fake = new FakeServer();
  for (const _ of [1, 2]) fake.failOnce('sendFile');
  await setUp(`${makeFiles}]`, fake);
  expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
  expect([...fake.files.keys()]).toEqual(['artifact dist/a', 'artifact dist/b']);
});

it('stops with the stage, and at its timeout', async () => {
  const fake = new FakeServer();
  const begun = Promise.withResolvers<void>();
  fake.api.sendFile = (_, signal) => {
    begun.resolve();
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
  };
  await setUp(`${makeFiles}]`, fake);
  await begun.promise;
  fake.cancel(70);
  expect(await fake.untilFinished()).toMatchObject({ status: 'killed' });
  expect(fake.step('make')?.status).toBe('killed');
});

it('stores what is in a folder, and names what cannot be stored', async () => {
  const name = `"$(printf 'caf\\351')"`;
  const commands = [
    'mkdir -p out/sub',
    'echo a > out/a',
    'echo b > out/sub/b',
    `echo x > out/${name}`,
  ];
  const fake = await setUp(`artifacts: [./out/, nowhere], commands: ${JSON.stringify(commands)}`);
  expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
  expect(Object.fromEntries(fake.files)).toEqual({
    'artifact out/a': 'a\n',
    'artifact out/sub/b': 'b\n',
  });
  expect(fake.output('make')).toContain(
    '[millrace] out/caf\\xE9 was not stored: its path is not Unicode\n[millrace] No file matches nowhere\n',
  );
});
