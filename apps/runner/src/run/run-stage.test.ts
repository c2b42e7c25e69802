import { readStageSteps } from '@millrace/contract/pipeline';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine, StepExit, Workspace } from '../engines/engine.ts';
import { systemClock } from '../shared/clock.ts';
import { silentLogger } from '../shared/logger.ts';
import { FakeRunnerApi } from '../testing/fake-runner-api.ts';
import { makeDetails } from '../testing/stage-fixtures.ts';
import { runStage } from './run-stage.ts';
import { StageControl } from './stage-control.ts';

const secrets = [{ name: 'token', data: 'hunter22' }];
const config = `kind: pipeline
type: exec
clone: { disable: true }
steps: [{ name: step, commands: [echo] }]`;

/** A stage on an engine with only these methods. */
function setUp(engine: Partial<Engine & Pick<Workspace, 'runStep'>>) {
  const api = new FakeRunnerApi();
  const workspace: Workspace = {
    sourceDir: '/source',
    writeHomeFiles: async () => {},
    runStep: async () => ({ exitCode: 0, wasKilled: false }),
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
  const details = makeDetails({ config, secrets });
  api.enqueue(details);
  const run = runStage(details.stage, {
    api,
    engine: used,
    machine: 'host',
    control: new StageControl(),
    clock: systemClock,
    logger: silentLogger,
    readSteps: async (_, input) => readStageSteps(config, input),
    maxLogBytes: 1000,
  });
  onTestFinished(() => run);
  return api;
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
  const api = setUp({ runStep });
  expect(await api.untilFinished()).toMatchObject({ error: 'no ******' });
  expect(api.step('step')?.error).toBe('no ******');
});

it('masks secrets in the error of a stage that could not start', async () => {
  const api = setUp({ createWorkspace: () => Promise.reject(new Error('no aHVudGVyMjI=')) });
  expect(await api.untilFinished()).toMatchObject({ status: 'error', error: 'no ******' });
});

it('limits the log of a step as the runner is configured', async () => {
  const api = setUp({
    runStep: async (_step, output) => {
      for (let count = 0; count < 1000; count++) await output(Buffer.from(`line ${count}\n`));
      return { exitCode: 0, wasKilled: false };
    },
  });
  await api.untilFinished();
  expect(api.output('step')).toMatch(
    /^line 0\n[\s\S]*lines \(.* kB\) were left out here\.\n[\s\S]*line 999\n$/,
  );
  expect(api.output('step').length).toBeLessThan(1300);
});
