import { DatabaseBusyError } from '@millrace/contract/api-errors';
import { PlaceSlots } from '../../shared/place-slots.ts';

const maxWaiting = 500;

/**
 * Limits the connections for reads: the rest stay free for changes, runners and health checks. One place gets
 * at most half of them, so its slow searches cannot block the reads of others.
 */
export function createReadSlots(count: number): PlaceSlots {
  return new PlaceSlots({
    count,
    perPlace: Math.ceil(count / 2),
    waiting: maxWaiting,
    refusal: () => new DatabaseBusyError(),
  });
}
