import { toLineKind } from './line-kind.ts';

export const sides = ['here', 'there'] as const;
export type Side = (typeof sides)[number];

/** A kind of which one log has more than the other: where it first stands, and how often. */
interface Surplus {
  pos: number;
  count: number;
  otherCount: number;
}

export interface Surpluses {
  /** Of all. */
  kinds: number;
  first: Surplus[];
}

/** Counts each kind of line per log. Kinds are stored as hashes, so that long lines need no memory. */
export class KindTable {
  private readonly indexes = new Map<number, number>();
  private readonly counts = { here: [] as number[], there: [] as number[] };
  private readonly positions = { here: [] as number[], there: [] as number[] };

  add(side: Side, pos: number, text: string): void {
    const hash = hashText(toLineKind(text));
    let index = this.indexes.get(hash);
    if (index === undefined) {
      index = this.indexes.size;
      this.indexes.set(hash, index);
      for (const each of sides) {
        this.counts[each].push(0);
        this.positions[each].push(0);
      }
    }
    const counts = this.counts[side];
    if (counts[index] === 0) this.positions[side][index] = pos;
    counts[index] = (counts[index] ?? 0) + 1;
  }

  /** The kinds that this log has more of, in its order. */
  findSurpluses(side: Side, limit: number): Surpluses {
    const own = this.counts[side];
    const others = this.counts[side === 'here' ? 'there' : 'here'];
    const found: Surplus[] = [];
    for (const [index, count] of own.entries()) {
      const otherCount = others[index] ?? 0;
      if (count <= otherCount) continue;
      found.push({ pos: this.positions[side][index] ?? 0, count, otherCount });
    }
    found.sort((one, other) => one.pos - other.pos);
    return { kinds: found.length, first: found.slice(0, limit) };
  }
}

/** 53 bits: among a million kinds two have the same once in ten thousand comparisons. */
function hashText(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
