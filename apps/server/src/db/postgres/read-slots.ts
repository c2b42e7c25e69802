import { DatabaseBusyError } from '@millrace/contract/api-errors';
import { SlotsPerKey } from '../../shared/slots-per-key.ts';

const maxWaiting = 500;

/**
 * Limits the connections for reads: the rest stay free for changes, runners and health checks. One caller gets
 * at most half of them, so its slow searches cannot block the reads of others.
 */
export function createReadSlots(count: number): SlotsPerKey {
  return new SlotsPerKey({
    count,
    perKey: Math.ceil(count / 2),
    waiting: maxWaiting,
    refusal: () => new DatabaseBusyError(),
  });
}
