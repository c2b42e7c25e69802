import { RunnerConflict, type StageSecret } from '@millrace/contract/runner';
import type { FailureCause } from '@millrace/contract/vocabulary';
import { systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { readStageSteps } from '@millrace/pipeline';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Engine, StepExit, Workspace } from '../engines/engine.ts';
import { defaultStageSettings } from '../plan/stage-settings.ts';
import { InfrastructureFailure } from '../shared/infrastructure-failure.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { makeDetails } from '../testing/stage-fixtures.ts';
import { KeptSteps } from './kept-steps.ts';
import { runStage } from './run-stage.ts';
import { StageControl } from './stage-control.ts';

const secrets = [{ name: 'token', data: 'hunter22' }];
const variablesOfServer = [
  { name: 'KEY', data: 'masked-value', isMasked: true },
  { name: 'OPEN', data: 'open-value', isMasked: false },
];
const registries = [{ address: 'registry.example.com', username: 'ci', password: 'pull-pass' }];
const config = `kind: pipeline
type: exec
clone: { disable: true }
steps: [{ name: step, commands: [echo] }]`;

/** Creates a stage whose engine has only these methods. */
function setUp(
  engine: Partial<Engine & Pick<Workspace, 'runStep' | 'remove' | 'killLeftovers'>>,
  {
    variables = variablesOfServer,
    clock = systemClock,
    keepsFailed = false,
    pauseBefore = undefined as string | undefined,
    file = config,
    stageSecrets = secrets as StageSecret[],
  } = {},
) {
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
  const details = makeDetails({
    config: file,
    secrets: stageSecrets,
    variables,
    registries,
    keepsFailed,
    pauseBefore,
  });
  fake.enqueue(details);
  const run = runStage(details.stage, {
    api: fake.api,
    engine: used,
    machine: 'host',
    control: new StageControl(),
    clock,
    logger: createLogger('silent'),
    readSteps: async (_, input) => readStageSteps(file, input),
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

it.each(['HTTPS_PROXY', 'http_proxy', 'ALL_PROXY'])('masks the password in %s', async (name) => {
  vi.stubEnv(name, 'http://octo:p%40ss-4711@proxy.example.com:3128');
  const fake = setUp({ runStep: () => exit('octo:p%40ss-4711@proxy p@ss-4711') });
  expect(await fake.untilFinished()).toMatchObject({ error: 'octo:******@proxy ******' });
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

it('keeps a failed step if the server announces the end of the build before it answers the report', async () => {
  const fake = setUp({ runStep: () => exit('') }, { keepsFailed: true });
  const { updateStage } = fake.api;
  fake.api.updateStage = async (call) => {
    if (call.body.status === 'failure') {
      // The server answers a watch the same for an end as for a cancel.
      fake.cancel(70);
      await new Promise(setImmediate);
    }
    return updateStage(call);
  };
  const asked = new Promise<void>((resolve) => {
    fake.api.keepStep = async () => {
      resolve();
      throw new RunnerConflict();
    };
  });
  await fake.untilFinished();
  await asked;
});

const forImages = [{ name: 'token', data: 'hunter22', isForImages: true }];
const stepOf = (step: string) => `kind: pipeline\nclone: { disable: true }\nsteps: [${step}]`;

it.each<[string, string, StageSecret[]]>([
  ['a privileged plugin', stepOf('{ name: step, image: plugins/docker }'), []],
  [
    'a step with a secret for images',
    stepOf('{ name: step, image: a, settings: { key: { from_secret: TOKEN } } }'),
    forImages,
  ],
  [
    'the clone of a container pipeline',
    'kind: pipeline\nsteps: [{ name: other, image: a, commands: [b] }]',
    [],
  ],
])('opens no terminal in %s', async (_, file, stageSecrets) => {
  const name = file.includes('disable') ? 'step' : 'clone';
  let keepsContainer: boolean | undefined;
  const runStep: Workspace['runStep'] = async (_step, _output, _signal, events) => {
    keepsContainer = events?.keepsFailure;
    return exit('');
  };
  const engine = { type: 'docker', runStep };
  const fake = setUp(engine, { keepsFailed: true, pauseBefore: name, file, stageSecrets });
  let isEntered = false;
  fake.api.keepStep = async () => {
    isEntered = true;
    throw new RunnerConflict();
  };
  expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
  expect(fake.output(name)).toMatch(/\[millrace\] No terminal: (?:nothing but|the clone runs)/);
  expect({ keepsContainer, isEntered }).toEqual({ keepsContainer: false, isEntered: false });
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

it('removes a workspace later if its engine cannot be reached', async () => {
  const calls: string[] = [];
  const removed = Promise.withResolvers<void>();
  const attempt = async (name: string, failures: number) => {
    calls.push(name);
    if (calls.filter((call) => call === name).length <= failures) {
      throw new Error('connect ECONNREFUSED');
    }
  };
  const fake = setUp(
    {
      killLeftovers: () => attempt('kill', 3),
      remove: () => attempt('remove', 1).then(() => removed.resolve()),
    },
    { clock: { ...systemClock, wait: (_, signal) => systemClock.wait(1, signal) } },
  );
  await fake.untilFinished();
  await removed.promise;
  expect(calls.slice(-3)).toEqual(['remove', 'kill', 'remove']);
});

it('does not start a step with a variable that Linux rejects, and names it without its value', async () => {
  const starts: string[] = [];
  const runStep: Workspace['runStep'] = async ({ name }) => {
    starts.push(name);
    return { exitCode: 0, wasKilled: false };
  };
  const long = [{ name: 'LONG', data: 'x'.repeat(140_000), isMasked: true }];
  const fake = setUp({ runStep }, { variables: long });
  expect(await fake.untilFinished()).toMatchObject({ status: 'error' });
  expect(fake.step('step')).toMatchObject({
    status: 'error',
    error: 'The variable "LONG" has 140,005 bytes with its name. Linux accepts at most 131,071',
  });
  expect(starts).toEqual([]);
});

it('names a missing secret in the log of the step, before its output', async () => {
  const file = stepOf('{ name: step, image: a, environment: { KEY: { from_secret: none } } }');
  const runStep: Workspace['runStep'] = async (_, output) => {
    await output(Buffer.from('output\n'));
    return { exitCode: 0, wasKilled: false };
  };
  const fake = setUp({ runStep }, { file });
  await fake.untilFinished();
  expect(fake.output('step')).toBe(
    '[millrace] The variable KEY is empty: the secret "none" does not exist, or is not given to this build.\noutput\n',
  );
});

it('fails before the first step if the pipeline requires its secrets', async () => {
  const step = '{ name: step, image: a, environment: { KEY: { from_secret: none } } }';
  const fake = setUp({}, { file: `require_secrets: true\n${stepOf(step)}` });
  expect(await fake.untilFinished()).toMatchObject({
    status: 'error',
    error: expect.stringMatching(/^Step "step": The variable KEY is empty: the secret "none"/),
  });
  expect(fake.step('step')).toBeUndefined();
});
