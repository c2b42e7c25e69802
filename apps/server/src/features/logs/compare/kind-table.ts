import { toLineKind } from '../../../domain/line-kind.ts';
import { hashText } from '../../../shared/hash-text.ts';

export const sides = ['here', 'there'] as const;
export type Side = (typeof sides)[number];

/** A kind of line that is more frequent in one log: position of its first line, and how many more there are. */
interface Surplus {
  pos: number;
  count: number;
  otherCount: number;
}

export interface Surpluses {
  /** Number of all these kinds. */
  kinds: number;
  first: Surplus[];
}

/**
 * Counts the lines of each kind in both logs. Kinds are stored as hashes, which saves memory for long lines.
 */
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

  /** Finds the kinds that are more frequent in this log, in the order of its lines. */
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
