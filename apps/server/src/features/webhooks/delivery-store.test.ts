import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import type { ForgeEvent } from '../../forges/forge.ts';
import { DeliveryStore } from './delivery-store.ts';

const now = 1_700_000_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
});
afterAll(() => server.stop());

it('has nothing due of a repository whose oldest delivery is tried again later', async () => {
  const deliveries = new DeliveryStore(server.core.db);
  const { id: repoId } = await pushSampleRepo(server, 'ada');
  const take = (delivery: string) => deliveries.take(repoId, { delivery } as ForgeEvent, now);
  await take('first');
  const [first] = await deliveries.listDue(now);
  await deliveries.postpone(first?.id ?? 0, now + 60, false);
  await take('second');
  expect(await deliveries.listDue(now)).toEqual([]);
  expect(await deliveries.findNextDue()).toBe(now + 60);
  expect(await deliveries.listDue(now + 60)).toMatchObject([{ event: { delivery: 'first' } }]);
});
