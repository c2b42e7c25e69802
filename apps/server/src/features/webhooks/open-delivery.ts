import type { ForgeEvent } from '../../forges/forge.ts';

/** Webhook deliveries that are not processed yet. */
export interface OpenDelivery {
  id: number;
  repoId: number;
  event: ForgeEvent;
  received: number;
  tries: number;
}
