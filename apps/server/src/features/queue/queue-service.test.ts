import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queueOf } from '../../../testing/queue-of.ts';
import { newRunnerId } from '../../../testing/rpc-client.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { StageStore } from '../../builds/stage-store.ts';

const longMs = 600_000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await server.addUser('ada');
});
afterEach(() => server.stop());

const stagesOf = (build: number) => server.core.stages.list(build);

it('reads the queue once for concurrent changes, and each changed stage in its current state', async () => {
  const queue = queueOf(server);
  await pushSampleRepo(server, 'ada', 'one');
  const listStates = vi.spyOn(StageStore.prototype, 'listOpenStates');
  const first = await stagesOf(1);
  await queue.explainWaiting(first, longMs);
  for (let change = 0; change < 5; change++) await queue.explainWaiting(first, longMs);
  expect(listStates).toHaveBeenCalledTimes(1);

  await pushSampleRepo(server, 'ada', 'two');
  const second = await stagesOf(2);
  const reasons = [...(await queue.explainWaiting(second, longMs)).values()];
  expect(reasons.map(({ reason }) => reason)).toEqual(['dependencies', 'no_runner']);

  const claimed = first.find(({ status }) => status === 'pending');
  await queue.claim(claimed?.id ?? 0, { machine: 'one', runner: newRunnerId() });
  const after = await queue.explainWaiting(await stagesOf(1), longMs);
  expect([...after.values()]).toEqual([{ reason: 'dependencies', stages: ['first'] }]);
  expect(listStates).toHaveBeenCalledTimes(1);
});

it('explains the stages of a paused queue', async () => {
  const queue = queueOf(server);
  await pushSampleRepo(server, 'ada', 'one');
  await queue.pause();
  const waiting = await queue.explainWaiting(await stagesOf(1), longMs);
  expect([...waiting.values()].map(({ reason }) => reason)).toEqual(['dependencies', 'paused']);
});
