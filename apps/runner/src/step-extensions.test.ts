import { readdir } from 'node:fs/promises';
import { FileRefusal, type RunnerCallName, runnerCallNames } from '@millrace/contract/runner';
import { expect, it, onTestFinished } from 'vitest';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

/** Runs a stage with these steps. */
async function setUp(...steps: object[]) {
  const fake = new FakeServer();
  const calls = recordCalls(fake);
  const workDir = await temporaryDirectory();
  const engines = [createProcessEngine({ workDir, killGraceMs: 200 })];
  const runner = startRunner({ api: fake.api, machine: 'host', capacity: 1, workDir, engines });
  onTestFinished(() => runner.stop());
  const pipeline = { kind: 'pipeline', type: 'exec', clone: { disable: true } };
  const config = JSON.stringify({ ...pipeline, replay_files: true, steps });
  const rights = { replayFilesBytes: 10_000, keepsFailed: true };
  fake.enqueue(makeDetails({ config, repo: { timeout: 0 }, ...rights }));
  return { fake, calls, workDir };
}

/** Records the calls about steps, except batches of lines. */
function recordCalls({ api }: FakeServer): string[] {
  const calls: string[] = [];
  const others: RunnerCallName[] = ['requestStage', 'acceptStage', 'watchBuild', 'appendLogs'];
  for (const name of runnerCallNames.filter((each) => !others.includes(each))) {
    const call = api[name] as (...input: unknown[]) => Promise<unknown>;
    const recorded = (input: { query?: { kind?: string } }, signal?: AbortSignal) => {
      calls.push([name, input.query?.kind].filter(Boolean).join(' '));
      return call(input, signal);
    };
    Object.assign(api, { [name]: recorded });
  }
  return calls;
}

const card = Buffer.from('{"schema":"https://example.com/card.json","data":{}}').toString('base64');
/** A step that uses one capability. */
const using = {
  caches: { cache: { key: 'all', paths: 'deps' }, commands: ['mkdir -p deps'] },
  outputs: { commands: ['echo A=1 >> $DRONE_OUTPUT'] },
  files: { artifacts: 'dist', commands: ['mkdir dist', 'touch dist/a'] },
  summaries: { commands: ["printf '::summary::\\nText\\n::endsummary::\\n'"] },
  cards: { commands: [`printf '\\\\033]1338;${card}\\\\033]0m'`] },
};
type Capability = keyof typeof using;

it('calls what belongs to capabilities in one order', async () => {
  const commands = Object.values(using).flatMap((step) => step.commands);
  const make = { ...using.caches, ...using.files, name: 'make', commands };
  const fail = { name: 'fail', artifacts: 'dist', commands: ['exit 1'] };
  const { fake, calls } = await setUp(make, fail);
  await fake.untilFinished();
  await expect.poll(() => calls.at(-1)).toBe('keepStep');
  expect(calls).toEqual([
    'getStageDetails',
    'updateStage',
    'updateStep',
    'findCache',
    'setOutputs',
    'sendFile artifact',
    'saveCache',
    'sendFile summary',
    'createCard',
    'updateStep',
    'updateStep',
    'sendFile artifact',
    'sendFile replay',
    'updateStep',
    'updateStage',
    'keepStep',
  ]);
});

it.each<[Capability, RunnerCallName, string]>([
  ['caches', 'findCache', 'A cache was not restored: the server refused: no'],
  ['caches', 'saveCache', 'A cache was not stored: no'],
  ['outputs', 'setOutputs', 'Later stages do not get the outputs: no'],
  ['files', 'sendFile', 'dist/a was not stored: no'],
  ['summaries', 'sendFile', 'The summary was not stored: no'],
])('continues without %s if the server refuses %s', async (capability, name, note) => {
  const { fake } = await setUp({ name: 'make', ...using[capability] });
  fake.failOnce(name, new FileRefusal('no'));
  expect(await fake.untilFinished()).toMatchObject({ status: 'success' });
  expect(fake.output('make')).toContain(`[millrace] ${note}\n`);
});

it('continues if the server refuses the files for a replay', async () => {
  const make = { name: 'make', commands: ['touch left'] };
  const { fake } = await setUp(make, { name: 'fail', commands: ['exit 1'] });
  fake.failOnce('sendFile', new FileRefusal('no'));
  expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
  const note = '[millrace] Files of earlier steps are not stored for a replay: no\n';
  expect(fake.output('fail')).toContain(note);
});

it.each<[Capability, RunnerCallName]>([
  ['caches', 'findCache'],
  ['outputs', 'setOutputs'],
  ['files', 'sendFile'],
  ['summaries', 'sendFile'],
  ['cards', 'createCard'],
])('stops a stage that %s find lost in %s', async (capability, name) => {
  const next = { name: 'next', commands: ['echo'] };
  const { fake, calls, workDir } = await setUp({ name: 'make', ...using[capability] }, next);
  fake.refuse(name);
  await expect.poll(() => calls.some((call) => call.startsWith(name))).toBe(true);
  await expect.poll(() => readdir(workDir)).toEqual([]);
  expect(fake.stage(700)?.status).toBe('running');
  expect(fake.step('make')?.status).toBe('running');
  expect(fake.step('next')?.status).toBe('pending');
});
