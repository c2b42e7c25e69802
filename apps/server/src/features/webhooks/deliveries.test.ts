import { expect, it, onTestFinished } from 'vitest';
import { pushSampleRepo, startTestServer } from '../../../testing/test-server.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import { Deliveries } from './deliveries.ts';

const event: ForgeEvent = {
  delivery: 'one',
  repo: { namespace: 'ada', name: 'project' },
  sender: { login: 'ada', avatar: '' },
  news: [],
};

it('processes a failed delivery when it is sent again, and no other one', async () => {
  const server = await startTestServer({ jobs: [] });
  onTestFinished(() => server.stop());
  await server.addUser('ada');
  const { id: repoId } = await pushSampleRepo(server, 'ada');
  let attempts = 0;
  const outcomes = [() => Promise.reject(new Error('failed')), async () => false];
  const deliveries = new Deliveries({
    ...server.core,
    receive: () => (outcomes[attempts++] ?? (async () => true))(),
  });
  const send = async () => {
    await deliveries.receive(repoId, event);
    await deliveries.jobs.runOnce();
    return attempts;
  };
  expect([await send(), await send(), await send(), await send()]).toEqual([1, 2, 3, 3]);
});
