import { Deliveries } from '../src/features/webhooks/deliveries.ts';
import type { ForgeEvent } from '../src/forges/forge.ts';
import type { TestServer } from './test-server.ts';

/** Stores a webhook delivery as if its signature had been verified. */
export async function storeDelivery(
  { core }: Pick<TestServer, 'core'>,
  repoId: number,
  event: ForgeEvent,
): Promise<void> {
  await new Deliveries({ ...core, receive: async () => true }).receive(repoId, event);
}
