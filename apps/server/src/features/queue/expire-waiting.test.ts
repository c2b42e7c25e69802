import { afterEach, beforeEach, expect, it } from 'vitest';
import { queueOf } from '../../../testing/queue-of.ts';
import { newRunnerId } from '../../../testing/rpc-client.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expireWaiting } from './expire-waiting.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
});
afterEach(() => server.stop());

/** Looks at the queue some hours after the push. */
const lookAfter = (hours: number, maxWaitHours = 24) => {
  const { core } = server;
  const clock = { ...core.clock, nowSec: () => core.clock.nowSec() + hours * 3600 };
  const queue = queueOf(server);
  const isPaused = () => queue.isPaused();
  const listOpen = () => queue.listOpen();
  const deps = { ...core, clock, isPaused, listOpen, maxWaitHours };
  return expireWaiting(deps, new AbortController().signal);
};
const stages = async () =>
  (await server.core.stages.list(1)).map(({ status, error }) => [status, error]);
const waiting = [
  ['pending', ''],
  ['waiting_on_dependencies', ''],
];

it('ends a stage in error that no runner has started in time', async () => {
  await lookAfter(23);
  expect(await stages()).toEqual(waiting);
  await lookAfter(25);
  expect(await stages()).toEqual([
    ['error', 'No runner started this stage within 24 hours'],
    ['skipped', ''],
  ]);
  expect(await server.core.builds.findById(1)).toMatchObject({ status: 'error' });
});

it('ends no stage without a limit, in a paused queue, or of a runner', async () => {
  await lookAfter(1000, 0);
  const queue = queueOf(server);
  await queue.pause();
  await lookAfter(25);
  await queue.resume();
  const [stage] = await server.core.stages.list(1);
  await queue.claim(stage?.id ?? 0, { machine: 'one', runner: newRunnerId() });
  await lookAfter(25);
  expect(await stages()).toEqual(waiting);
});
