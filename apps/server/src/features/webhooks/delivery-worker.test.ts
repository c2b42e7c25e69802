import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import { DeliveryStore } from './delivery-store.ts';
import { DeliveryWorker } from './delivery-worker.ts';

let server: TestServer;
let repoId: number;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
});
afterAll(() => server.stop());

it('processes a delivery that failed once more when it is sent again, and no other', async () => {
  const { core } = server;
  let attempts = 0;
  const outcomes = [() => Promise.reject(new Error('failed')), async () => false];
  const worker = new DeliveryWorker({
    ...core,
    deliveries: new DeliveryStore(core.db),
    receive: () => (outcomes[attempts++] ?? (async () => true))(),
  });
  worker.run();
  onTestFinished(() => worker.stop());
  const countOpen = async () => {
    const deliveries = core.db.selectFrom('hook_deliveries').select('id');
    return (await deliveries.where('event', 'is not', null).execute()).length;
  };
  const send = async () => {
    await worker.take(repoId, { delivery: 'one', news: [] } as unknown as ForgeEvent);
    await expect.poll(countOpen).toBe(0);
    return attempts;
  };
  expect([await send(), await send(), await send(), await send()]).toEqual([1, 2, 3, 3]);
});
