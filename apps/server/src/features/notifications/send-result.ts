import type { Delivery } from './subscription.ts';

/** How a try to send a message ended. */
export interface SendResult {
  changes: Pick<Delivery, 'responseStatus' | 'response' | 'error'>;
  /** Set if the message is sent again after this time. */
  retryAfterSec?: number;
}

/** Pause before a first repetition. Later pauses are longer. */
export const retrySec = 10;

/** The result of a try without a response. */
export function failure(error: string): SendResult {
  return { changes: { responseStatus: 0, response: '', error } };
}
