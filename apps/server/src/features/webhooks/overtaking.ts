import type { ForgeEvent } from '../../forges/forge.ts';
import type { OpenDelivery } from './open-delivery.ts';

/** A delivery of a repository that has one waiting for a commit. */
export interface Waiting extends OpenDelivery {
  due: number;
  /** It waits for a commit that the forge does not show yet. */
  isAside: boolean;
}

/**
 * Picks the next delivery of one repository, oldest first. Deliveries that wait for a commit are overtaken by
 * those of other branches: of one branch the builds keep their order.
 */
export function pickNext(open: readonly Waiting[], nowSec: number): Waiting | undefined {
  const heldRefs = new Set<string>();
  for (const delivery of open) {
    const refs = refsOf(delivery.event);
    const isHeld = refs.some((ref) => heldRefs.has(ref));
    if (!isHeld && delivery.due <= nowSec) return delivery;
    const isOvertaken = (delivery.isAside || isHeld) && !refs.includes(everyRef);
    if (!isOvertaken) return undefined;
    for (const ref of refs) heldRefs.add(ref);
  }
  return undefined;
}

const everyRef = '*';

function refsOf({ news }: ForgeEvent): string[] {
  return news.map((one) => (one.kind === 'deleted' ? everyRef : one.ref));
}
