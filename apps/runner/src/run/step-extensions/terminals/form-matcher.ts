import { type FormNode, FormTree, type SortedForms } from './form-tree.ts';

/** One way to read the stream: with or without the spaces that line wraps may have added. */
interface Reading {
  node: FormNode;
  /** Indexes of the characters that it leaves out. */
  skipped: readonly number[];
}

/** Readings at the same time. Only the beginning of a secret that is wrapped so often has more. */
const maxReadings = 16;
/** Numbers of characters to keep before old ones are removed. */
const minNumbers = 1024;

/** Finds forms in a stream of characters. */
export class FormMatcher {
  private readonly forms: SortedForms;
  private tree: FormTree;
  private readings: Reading[];
  /** Readings without the space that was read last, which a line wrap may have added. */
  private beforeSpace: Reading[] = [];
  /** Numbers of the last characters. The first one has the index `firstIndex`. */
  private numbers: number[] = [];
  private firstIndex = 0;
  private trimAt = minNumbers;

  constructor(forms: SortedForms) {
    this.forms = forms;
    this.tree = new FormTree(forms);
    this.readings = [{ node: this.tree.root, skipped: [] }];
  }

  /** Number of the first character that may belong to a form; infinite if none does. */
  get bufferFrom(): number {
    return this.firstOf('open');
  }

  /** Number of the first character that must be buffered although nothing follows for a while. */
  get secretFrom(): number {
    return this.firstOf('secret');
  }

  /** Reads a character with its number. Returns the number of the first character of a form that ends with it. */
  read(char: string, number: number): number | undefined {
    if (this.isIdle && this.tree.next(this.tree.root, char) === this.tree.root) return undefined;
    const space = this.firstIndex + this.numbers.length;
    this.numbers.push(number);
    this.beforeSpace =
      char === ' '
        ? this.readings
            .filter(({ node }) => node.depth > 0)
            .map(({ node, skipped }) => ({ node, skipped: [...skipped, space] }))
        : [];
    if (this.tree.isFull) this.renewTree();
    const readings: Reading[] = [];
    let found = Number.POSITIVE_INFINITY;
    for (const { node, skipped } of this.readings) {
      const reading = { node: this.tree.next(node, char), skipped };
      found = Math.min(found, this.startOf(reading, 'found'));
      // From now on, it finds the same forms as an earlier one.
      if (!readings.some((other) => other.node === reading.node)) readings.push(reading);
    }
    this.readings = readings;
    if (this.numbers.length >= this.trimAt) this.trim();
    return Number.isFinite(found) ? found : undefined;
  }

  /** Ignores the space that was read last, as a shell writes it at the end of a full line. */
  forgetSpace(): void {
    for (const reading of this.beforeSpace) {
      const isKnown = this.readings.some(({ node }) => node === reading.node);
      if (!isKnown && this.readings.length < maxReadings) this.readings.push(reading);
    }
    this.beforeSpace = [];
  }

  /** True if nothing that was read last may belong to a form. Most output is read so. */
  private get isIdle(): boolean {
    const isRoot = this.readings.length === 1 && this.readings[0]?.node === this.tree.root;
    return isRoot && this.beforeSpace.length === 0;
  }

  private firstOf(part: 'open' | 'secret'): number {
    let from = Number.POSITIVE_INFINITY;
    for (const reading of this.readings) from = Math.min(from, this.startOf(reading, part));
    for (const reading of this.beforeSpace) from = Math.min(from, this.startOf(reading, part));
    return from;
  }

  /** Returns the number of the first character of an ending; infinite if there is none. */
  private startOf(reading: Reading, part: 'found' | 'open' | 'secret' | 'depth'): number {
    const length = reading.node[part];
    if (length === 0) return Number.POSITIVE_INFINITY;
    return this.numbers[this.indexOf(reading, length) - this.firstIndex] ?? 0;
  }

  private indexOf({ skipped }: Reading, length: number): number {
    let index = this.firstIndex + this.numbers.length - length;
    for (const skip of skipped.toReversed()) if (skip >= index) index -= 1;
    return index;
  }

  /** Removes the numbers of characters that no reading needs. */
  private trim(): void {
    const all = [...this.readings, ...this.beforeSpace];
    const from = Math.min(...all.map((reading) => this.indexOf(reading, reading.node.depth)));
    this.numbers.splice(0, from - this.firstIndex);
    this.firstIndex = from;
    this.trimAt = Math.max(minNumbers, 2 * this.numbers.length);
    for (const reading of all) reading.skipped = reading.skipped.filter((skip) => skip >= from);
  }

  private renewTree(): void {
    this.tree = new FormTree(this.forms);
    for (const reading of [...this.readings, ...this.beforeSpace]) {
      reading.node = this.tree.copy(reading.node);
    }
  }
}
