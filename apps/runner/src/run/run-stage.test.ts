import { readStageSteps } from '@millrace/contract/pipeline';
import type { FailureCause } from '@millrace/contract/vocabulary';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine, StepExit, Workspace } from '../engines/engine.ts';
import { defaultStageSettings } from '../plan/stage-settings.ts';
import { InfrastructureFailure } from '../shared/infrastructure-failure.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { makeDetails } from '../testing/stage-fixtures.ts';
import { runStage } from './run-stage.ts';
import { StageControl } from './stage-control.ts';
import { KeptSteps } from './terminals/kept-steps.ts';

const secrets = [{ name: 'token', data: 'hunter22' }];
const variables = [
  { name: 'KEY', data: 'masked-value', isMasked: true },
  { name: 'OPEN', data: 'open-value', isMasked: false },
];
const registries = [{ address: 'registry.example.com', username: 'ci', password: 'pull-pass' }];
const config = `kind: pipeline
type: exec
clone: { disable: true }
steps: [{ name: step, commands: [echo] }]`;

/** Creates a stage whose engine has only these methods. */
function setUp(engine: Partial<Engine & Pick<Workspace, 'runStep'>>) {
  const fake = new FakeServer();
  const workspace: Workspace = {
    sourceDir: '/source',
    writeHomeFiles: async () => {},
    runStep: async () => ({ exitCode: 0, wasKilled: false }),
    useFiles: async () => {},
    openShell: async () => {},
    openTerminal: () => Promise.reject(new Error('no terminal')),
    killLeftovers: async () => {},
    remove: async () => {},
    ...engine,
  };
  const used: Engine = {
    type: 'exec',
    open: async () => ({ os: 'linux', arch: 'amd64' }),
    createWorkspace: async () => workspace,
    ...engine,
  };
  const details = makeDetails({ config, secrets, variables, registries });
  fake.enqueue(details);
  const run = runStage(details.stage, {
    api: fake.api,
    engine: used,
    machine: 'host',
    control: new StageControl(),
    clock: systemClock,
    logger: createLogger('silent'),
    readSteps: async (_, input) => readStageSteps(config, input),
    draining: new AbortController().signal,
    keptSteps: new KeptSteps(),
    settings: defaultStageSettings,
    maxLogBytes: 1000,
  });
  onTestFinished(() => run);
  return fake;
}

const exit = async (reason: string): Promise<StepExit> => ({
  exitCode: 1,
  wasKilled: false,
  reason,
});

it.each([
  ['a step that could not start', () => Promise.reject(new Error('no hunter22'))],
  ['a step that failed', () => exit('no hunter22')],
])('masks secrets in the error of %s', async (_, runStep) => {
  const fake = setUp({ runStep });
  expect(await fake.untilFinished()).toMatchObject({ error: 'no ******' });
  expect(fake.step('step')?.error).toBe('no ******');
});

it('masks passwords of registries and masked variables of the server', async () => {
  const text = 'pull-pass masked-value open-value';
  const fake = setUp({ runStep: () => exit(text) });
  expect(await fake.untilFinished()).toMatchObject({ error: '****** ****** open-value' });
});

it('gives the engine the registries of the server', async () => {
  let given: unknown;
  const createWorkspace: Engine['createWorkspace'] = async (options) => {
    given = options.registries;
    throw new Error('enough');
  };
  await setUp({ createWorkspace }).untilFinished();
  expect(given).toEqual([{ host: 'registry.example.com', username: 'ci', password: 'pull-pass' }]);
});

it('masks secrets in the error of a stage that could not start', async () => {
  const fake = setUp({ createWorkspace: () => Promise.reject(new Error('no aHVudGVyMjI=')) });
  expect(await fake.untilFinished()).toMatchObject({ status: 'error', error: 'no ******' });
});

it('limits the log of a step to the configured size', async () => {
  const fake = setUp({
    runStep: async (_step, output) => {
      for (let count = 0; count < 1000; count++) await output(Buffer.from(`line ${count}\n`));
      return { exitCode: 0, wasKilled: false };
    },
  });
  await fake.untilFinished();
  expect(fake.output('step')).toMatch(
    /^line 0\n[\s\S]*lines \(.* kB\) were left out here\.\n[\s\S]*line 999\n$/,
  );
  expect(fake.output('step').length).toBeLessThan(1300);
});

it.each<[string, Partial<Engine & Pick<Workspace, 'runStep'>>, FailureCause | undefined]>([
  [
    'an image that cannot be pulled',
    { runStep: () => Promise.reject(new InfrastructureFailure('image', 'no such image')) },
    'image',
  ],
  [
    'a full disk for the workspace',
    { createWorkspace: () => Promise.reject(new Error('ENOSPC: no space left on device, mkdir')) },
    'disk',
  ],
  [
    'a step whose last words are about a full disk',
    {
      runStep: async (_step, output) => {
        await output(Buffer.from('cp: write error: No space left on device\n'));
        return { exitCode: 1, wasKilled: false };
      },
    },
    'disk',
  ],
  [
    'a failure of the code',
    { runStep: async () => ({ exitCode: 1, wasKilled: false }) },
    undefined,
  ],
])('reports the cause of %s', async (_, engine, cause) => {
  const stage = await setUp(engine).untilFinished();
  expect(stage.failure_cause).toBe(cause);
});
