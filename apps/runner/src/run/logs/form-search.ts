import { FormSet } from './form-set.ts';
import { paddingLength, type SecretForm } from './secret-forms.ts';
import { SpanList } from './span-list.ts';

/** Forms are looked up by their first characters; those that are shorter than that, by fewer. */
const keyLength = 4;
const shortKeyLength = 2;
/** Characters after which others get their turn. */
const sliceLength = 65_536;

/**
 * Finds any number of texts in one pass, in time that depends on the length of the line alone. A number
 * holds the last characters of the line; a set of bits says whether any form begins with them, which is
 * nearly never so. Only then hashes are looked up.
 */
export class FormSearch {
  /** The longest stretch of a line that one form can take; 0 without forms. */
  readonly reach: number;
  private readonly long: FormSet;
  private readonly short: FormSet;

  constructor(forms: readonly SecretForm[]) {
    const merged = mergeForms(forms);
    const isShort = ({ text }: SecretForm) => text.length < keyLength;
    this.long = new FormSet(
      merged.filter((form) => !isShort(form)),
      keyLength,
    );
    this.short = new FormSet(merged.filter(isShort), shortKeyLength);
    const longest = merged.reduce(
      (most, { text, before, after }) => Math.max(most, text.length + before + after),
      0,
    );
    this.reach = longest === 0 ? 0 : longest + paddingLength;
  }

  /** The forms in a line. Yields after each slice of it. */
  *find(line: string): Generator<void, SpanList> {
    const scans = [this.long, this.short]
      .filter((set) => !set.isEmpty)
      .map((set) => set.scan(line));
    for (let at = 0; at < line.length; at += sliceLength) {
      for (const scan of scans) scan.advance(Math.min(line.length, at + sliceLength));
      yield;
    }
    const [first, second] = scans.map(({ spans }) => spans);
    return first ? first.mergedWith(second?.spans ?? []) : new SpanList();
  }
}

/** The same text with different digits beside it is one form. */
function mergeForms(forms: readonly SecretForm[]): SecretForm[] {
  const merged = new Map<string, SecretForm>();
  for (const form of forms) {
    const known = merged.get(form.text);
    if (!known) merged.set(form.text, { ...form });
    else {
      known.before ||= form.before;
      known.after ||= form.after;
    }
  }
  return [...merged.values()];
}
