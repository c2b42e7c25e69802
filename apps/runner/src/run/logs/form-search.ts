import { FormSet } from './form-set.ts';
import type { FormMap } from './form-table.ts';
import { paddingLength, type SecretForm } from './secret-forms.ts';
import { SpanList } from './span-list.ts';

/** Number of leading characters by which forms are looked up; shorter forms have shorter keys. */
const keyLength = 4;
const shortKeyLength = 2;
/** Number of adjacent base64 digits, on each side, that encode some bits of a form. */
const digitsBeside = 2;
/** Characters to process before yielding to the event loop. */
const sliceLength = 65_536;

/**
 * Finds any number of texts in one pass, in time that depends only on the length of the line. The last
 * characters read are packed into a key, and a bit set contains the keys with which a form begins. Hashes are
 * looked up only for keys in the set, which are rare.
 */
export class FormSearch {
  /** Length of the longest match of a single form; 0 without forms. */
  readonly reach: number;
  private readonly sets: readonly FormSet[];

  private constructor(long: FormSet, short: FormSet) {
    this.sets = [long, short].filter((set) => !set.isEmpty);
    const maxLength = Math.max(long.table.maxLength, short.table.maxLength);
    this.reach = maxLength === 0 ? 0 : maxLength + digitsBeside + paddingLength;
  }

  /** Yields after each slice of the work. */
  static *of(batches: Iterable<readonly SecretForm[]>): Generator<void, FormSearch> {
    const long: FormMap = new Map();
    const short: FormMap = new Map();
    for (const batch of batches) {
      for (const form of batch) addForm(form.text.length < keyLength ? short : long, form);
      yield;
    }
    return new FormSearch(
      yield* FormSet.of(long, keyLength),
      yield* FormSet.of(short, shortKeyLength),
    );
  }

  /** Finds the forms in a line. Yields after each slice of it. */
  *find(line: string): Generator<void, SpanList> {
    const scans = this.sets.map((set) => set.scan(line));
    for (let at = 0; at < line.length; at += sliceLength) {
      const end = Math.min(line.length, at + sliceLength);
      for (const scan of scans) scan.advance(end);
      if (end < line.length) yield;
    }
    const [first, second] = scans.map(({ spans }) => spans);
    return first ? first.mergedWith(second?.spans ?? []) : new SpanList();
  }
}

/** Merges occurrences of the same text with different digits beside it. */
function addForm(forms: FormMap, { text, before, after }: SecretForm): void {
  const known = forms.get(text);
  const digits = partialDigits[known?.before || before][known?.after || after];
  if (digits !== known) forms.set(text, digits);
}

/** Removes duplicates, because there may be a million forms. */
const partialDigits = [
  [
    { before: 0, after: 0 },
    { before: 0, after: 1 },
  ],
  [
    { before: 1, after: 0 },
    { before: 1, after: 1 },
  ],
] as const;
