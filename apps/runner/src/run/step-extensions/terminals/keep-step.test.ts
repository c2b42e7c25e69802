import { createRunnerApi, FileRefusal, RunnerConflict } from '@millrace/contract/runner';
import { createLogger } from '@millrace/node-kit/logger';
import { expect, it } from 'vitest';
import type { Workspace } from '../../../engines/engine.ts';
import { ManualClock, settle } from '../../../testing/manual-clock.ts';
import { createSmallSecretMask } from '../../logs/secret-mask.ts';
import { keepStep } from './keep-step.ts';

const step = {
  id: 7,
  secrets: [],
  maskSecrets: createSmallSecretMask([]),
  spec: { number: 1, name: 'test', commands: [], environment: {} },
};

/** Keeps a step at a server whose calls are answered by `answer`. */
function start(answer: (call: string) => Promise<unknown>) {
  const calls: string[] = [];
  const clock = new ManualClock();
  const abort = new AbortController();
  let hasEnded = false;
  const api = createRunnerApi(async (name) => {
    calls.push(name);
    return (await answer(name)) as never;
  });
  const keeping = {
    api,
    clock,
    logger: createLogger('silent'),
    workspace: {} as Workspace,
    createMask: () => {
      throw new Error('No terminal is opened');
    },
  };
  const kept = keepStep(step, keeping, abort.signal).then(() => {
    hasEnded = true;
  });
  return { calls, clock, abort, kept, hasEnded: () => hasEnded };
}

it('waits for a server that is away when the environment must be kept', async () => {
  let isAway = true;
  const { calls, clock, kept, hasEnded } = start(async (call) => {
    if (isAway) throw new Error('connect ECONNREFUSED');
    if (call === 'keepStep') return { until: 900 };
    throw new RunnerConflict('over');
  });
  await settle();
  await clock.advance(1000);
  expect([calls, hasEnded()]).toEqual([['keepStep', 'keepStep'], false]);
  isAway = false;
  await clock.advance(2000);
  await kept;
  expect(calls).toEqual(['keepStep', 'keepStep', 'keepStep', 'watchKeptStep']);
});

it('does not wait for a server that refuses', async () => {
  const { calls, kept } = start(() => Promise.reject(new FileRefusal('no room')));
  await kept;
  expect(calls).toEqual(['keepStep']);
});

it('no longer waits when its stage is cancelled', async () => {
  const { abort, kept, hasEnded } = start(() => Promise.reject(new Error('ECONNREFUSED')));
  await settle();
  expect(hasEnded()).toBe(false);
  abort.abort();
  await kept;
});
