import { type PartialDigits, paddingLength } from './secret-forms.ts';
import { TextHash } from './text-hash.ts';

/** Characters of forms to process before yielding to the event loop. */
const sliceChars = 65_536;
/** Maximum length of a prefix. A longer form is found by its prefix, and then masked in its whole length. */
const maxPrefixLength = 65_536;
/** Slots in an empty table. */
const minSize = 1024;
const noDigits = { before: 0, after: 0 } as const;
const isBefore = 1;
const isAfter = 2;

/** Forms by their text. */
export type FormMap = Map<string, PartialDigits>;

/** The longest form that is a prefix of a text. */
export interface FoundForm {
  length: number;
  before: boolean;
  after: boolean;
}

/**
 * Finds the longest form that is a prefix of a text, among any number of forms of any length, by a binary
 * search over lengths. The hash table contains, for each form, the prefixes whose lengths this search visits,
 * each with the longest form that is a prefix of it.
 */
export class FormTable {
  readonly maxLength: number;
  /** Maximum number of characters that decide whether a form matches. */
  readonly maxPrefix: number;
  private readonly firstStep: number;
  private keysA = new Int32Array(minSize);
  private keysB = new Int32Array(minSize);
  /** Length of the longest form that is a prefix of the entry, plus one; 0 for a free slot. */
  private lengths = new Int32Array(minSize);
  private flags = new Uint8Array(minSize);
  private entries = 0;

  private constructor(maxLength: number) {
    this.maxLength = maxLength;
    this.maxPrefix = Math.min(this.maxLength, maxPrefixLength);
    this.firstStep = 2 ** Math.floor(Math.log2(Math.max(1, this.maxPrefix)));
  }

  /** Yields after each slice of the work. */
  static *of(forms: FormMap): Generator<void, FormTable> {
    const groups = Map.groupBy(forms.keys(), ({ length }) => length);
    const lengths = [...groups.keys()].sort((a, b) => a - b);
    const table = new FormTable(lengths.at(-1) ?? 0);
    const hash = new TextHash(table.maxPrefix);
    let chars = 0;
    // Forms are added in order of length, because the entries of a form refer to shorter forms.
    for (const length of lengths) {
      for (const text of groups.get(length) ?? []) {
        table.add(text, forms.get(text) ?? noDigits, hash);
        chars += Math.min(length, maxPrefixLength);
        if (chars < sliceChars) continue;
        chars = 0;
        yield;
      }
    }
    return table;
  }

  /** Returns the longest form at a position of a text, limited to `limit` characters. */
  find(hash: TextHash, at: number, limit: number): FoundForm | undefined {
    const slot = limit > 0 ? this.findSlot(hash, at, limit) : -1;
    const length = slot < 0 ? 0 : (this.lengths[slot] ?? 0) - 1;
    if (length <= 0) return undefined;
    const flags = this.flags[slot] ?? 0;
    return { length, before: (flags & isBefore) !== 0, after: (flags & isAfter) !== 0 };
  }

  private add(text: string, { before, after }: PartialDigits, hash: TextHash): void {
    const { length } = text;
    const end = Math.min(length, maxPrefixLength);
    hash.read(text, 0, end);
    let next = 0;
    for (let step = this.firstStep; step > 0; step >>= 1) {
      if ((end & step) === 0) continue;
      next += step;
      const a = hash.prefixA[next] ?? 0;
      const b = hash.prefixB[next] ?? 0;
      const slot = this.slotOf(a, b);
      if (next < end && this.lengths[slot] !== 0) continue;
      const shorter = this.find(hash, 0, next);
      const own = { length, before: before > 0, after: after > 0 };
      if (this.lengths[slot] === 0) this.entries += 1;
      this.set(slot, next < end ? shorter : withShorter(own, shorter));
      this.keysA[slot] = a;
      this.keysB[slot] = b;
      if (this.entries > this.lengths.length / 2) this.grow();
    }
  }

  /**
   * Enlarges the table. The number of entries is unknown before forms are added, because most of them share
   * their prefixes.
   */
  private grow(): void {
    const { keysA, keysB, lengths, flags } = this;
    const size = 2 * lengths.length;
    this.keysA = new Int32Array(size);
    this.keysB = new Int32Array(size);
    this.lengths = new Int32Array(size);
    this.flags = new Uint8Array(size);
    for (let from = 0; from < lengths.length; from++) {
      const length = lengths[from] ?? 0;
      if (length === 0) continue;
      const a = keysA[from] ?? 0;
      const b = keysB[from] ?? 0;
      const slot = this.slotOf(a, b);
      this.keysA[slot] = a;
      this.keysB[slot] = b;
      this.lengths[slot] = length;
      this.flags[slot] = flags[from] ?? 0;
    }
  }

  private set(slot: number, form: FoundForm | undefined): void {
    this.lengths[slot] = (form?.length ?? 0) + 1;
    this.flags[slot] = (form?.before ? isBefore : 0) | (form?.after ? isAfter : 0);
  }

  /**
   * Returns the slot of the longest prefix with an entry; -1 if there is none. The lookups are inlined, because
   * hostile texts need them for each character.
   */
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

  /** Returns the slot of the entry for a prefix, or the free slot for it. */
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

/** Adds the digits of a shorter form, which may be outside of the longer form that begins with it. */
function withShorter(form: FoundForm, shorter: FoundForm | undefined): FoundForm {
  const { length, before, after } = form;
  if (!shorter) return form;
  const reaches = shorter.after && shorter.length + 1 + paddingLength > length;
  return { length, before: before || shorter.before, after: after || reaches };
}
