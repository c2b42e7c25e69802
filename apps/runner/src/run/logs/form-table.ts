import { paddingLength, type SecretForm } from './secret-forms.ts';
import { TextHash } from './text-hash.ts';

/** Characters of forms that are taken before others get their turn. */
const sliceChars = 65_536;
const isBefore = 1;
const isAfter = 2;

/** The longest form that a text begins with. */
export interface FoundForm {
  length: number;
  before: boolean;
  after: boolean;
}

/**
 * Finds the longest form that a text begins with, among any number of forms of any length, in as many
 * steps as its length has binary digits. The beginnings of each form whose lengths such a search visits
 * are in a table of hashes, with the longest form that each of them begins with.
 */
export class FormTable {
  readonly longest: number;
  private readonly firstStep: number;
  private readonly keysA: Int32Array;
  private readonly keysB: Int32Array;
  /** Length of the longest form that the entry begins with, plus one; 0 for a free place. */
  private readonly lengths: Int32Array;
  private readonly flags: Uint8Array;

  private constructor(forms: readonly SecretForm[]) {
    this.longest = forms.reduce((longest, { text }) => Math.max(longest, text.length), 0);
    this.firstStep = 2 ** Math.floor(Math.log2(Math.max(1, this.longest)));
    const entries = forms.reduce((sum, { text }) => sum + countOnes(text.length), 1);
    const size = 2 ** Math.ceil(Math.log2(2 * entries));
    this.keysA = new Int32Array(size);
    this.keysB = new Int32Array(size);
    this.lengths = new Int32Array(size);
    this.flags = new Uint8Array(size);
  }

  /** Yields after each slice of the work. */
  static *of(forms: readonly SecretForm[]): Generator<void, FormTable> {
    const table = new FormTable(forms);
    const hash = new TextHash();
    let chars = 0;
    // The entries of a form refer to shorter forms.
    for (const form of byLength(forms)) {
      table.add(form, hash);
      chars += form.text.length;
      if (chars < sliceChars) continue;
      chars = 0;
      yield;
    }
    return table;
  }

  /** The longest form at a place of a text, of at most `limit` characters. */
  find(hash: TextHash, at: number, limit: number): FoundForm | undefined {
    const slot = limit > 0 ? this.findSlot(hash, at, limit) : -1;
    const length = slot < 0 ? 0 : (this.lengths[slot] ?? 0) - 1;
    if (length <= 0) return undefined;
    const flags = this.flags[slot] ?? 0;
    return { length, before: (flags & isBefore) !== 0, after: (flags & isAfter) !== 0 };
  }

  private add({ text, before, after }: SecretForm, hash: TextHash): void {
    const { length } = text;
    hash.read(text, 0, length);
    let next = 0;
    for (let step = this.firstStep; step > 0; step >>= 1) {
      if ((length & step) === 0) continue;
      next += step;
      const a = hash.prefixA[next] ?? 0;
      const b = hash.prefixB[next] ?? 0;
      const slot = this.slotOf(a, b);
      if (next < length && this.lengths[slot] !== 0) continue;
      const shorter = this.find(hash, 0, next);
      const own = { length, before: before > 0, after: after > 0 };
      this.set(slot, next < length ? shorter : withShorter(own, shorter));
      this.keysA[slot] = a;
      this.keysB[slot] = b;
    }
  }

  private set(slot: number, form: FoundForm | undefined): void {
    this.lengths[slot] = (form?.length ?? 0) + 1;
    this.flags[slot] = (form?.before ? isBefore : 0) | (form?.after ? isAfter : 0);
  }

  /** Written out, since hostile texts come here once for each of their characters. */
  private findSlot(
    { prefixA, prefixB, powersA, powersB }: TextHash,
    at: number,
    limit: number,
  ): number {
    const { keysA, keysB, lengths } = this;
    const last = lengths.length - 1;
    const startA = prefixA[at] ?? 0;
    const startB = prefixB[at] ?? 0;
    let length = 0;
    let found = -1;
    for (let step = 1 << (31 - Math.clz32(limit)); step > 0; step >>= 1) {
      const next = length + step;
      if (next > limit) continue;
      const a = ((prefixA[at + next] ?? 0) - Math.imul(startA, powersA[next] ?? 0)) | 0;
      let slot = firstSlot(a) & last;
      while (lengths[slot] !== 0) {
        if (keysA[slot] === a) {
          const b = ((prefixB[at + next] ?? 0) - Math.imul(startB, powersB[next] ?? 0)) | 0;
          if (keysB[slot] === b) {
            length = next;
            found = slot;
            break;
          }
        }
        slot = (slot + 1) & last;
      }
    }
    return found;
  }

  /** The place of the entry for the beginning of a text, or the free one where it would be. */
  private slotOf(a: number, b: number): number {
    const { keysA, keysB, lengths } = this;
    const last = lengths.length - 1;
    let slot = firstSlot(a) & last;
    while (lengths[slot] !== 0 && (keysA[slot] !== a || keysB[slot] !== b))
      slot = (slot + 1) & last;
    return slot;
  }
}

function firstSlot(a: number): number {
  return a ^ (a >>> 15);
}

/** The digits that hold bits of a shorter form may stand outside of the longer one that begins with it. */
function withShorter(form: FoundForm, shorter: FoundForm | undefined): FoundForm {
  const { length, before, after } = form;
  if (!shorter) return form;
  const reaches = shorter.after && shorter.length + 1 + paddingLength > length;
  return { length, before: before || shorter.before, after: after || reaches };
}

function* byLength(forms: readonly SecretForm[]): Generator<SecretForm> {
  const groups = Map.groupBy(forms, ({ text }) => text.length);
  for (const length of [...groups.keys()].sort((a, b) => a - b)) yield* groups.get(length) ?? [];
}

function countOnes(number: number): number {
  let count = 0;
  for (let rest = number; rest > 0; rest &= rest - 1) count++;
  return count;
}
