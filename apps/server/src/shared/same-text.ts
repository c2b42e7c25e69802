import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same; it takes as long wherever they differ. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
