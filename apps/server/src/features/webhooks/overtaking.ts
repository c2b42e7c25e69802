import type { ForgeEvent } from '../../forges/forge.ts';
import type { Job } from '../../jobs/job.ts';

type Delivery = Job<ForgeEvent>;

/**
 * Picks the next delivery of one repository, oldest first. Deliveries of other branches may overtake one that
 * waits for its commit. Builds of one branch stay in order.
 */
export function pickNext(open: readonly Delivery[], nowSec: number): Delivery | undefined {
  const blockedRefs = new Set<string>();
  for (const delivery of open) {
    const refs = refsOf(delivery.payload);
    const isBlocked = refs.some((ref) => blockedRefs.has(ref));
    if (!isBlocked && delivery.due <= nowSec) return delivery;
    const isOvertaken = (delivery.isAside || isBlocked) && !refs.includes(everyRef);
    if (!isOvertaken) return undefined;
    for (const ref of refs) blockedRefs.add(ref);
  }
  return undefined;
}

const everyRef = '*';

function refsOf({ news }: ForgeEvent): string[] {
  return news.map((one) => (one.kind === 'deleted' ? everyRef : one.ref));
}
