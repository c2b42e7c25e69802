import { Port } from '../../port.ts';

/** Deliveries of the forge. */
export interface WebhooksPort {
  /** Returns the time at which a webhook delivery was received. */
  findDeliveryTime: (repoId: number, delivery: string) => Promise<number | undefined>;
}

export const webhooksPort = new Port<WebhooksPort>('webhooks');
