import { type FormMap, FormTable, type FoundForm } from './form-table.ts';
import { paddingLength } from './secret-forms.ts';
import { SpanList } from './span-list.ts';
import { TextHash } from './text-hash.ts';

/**
 * Number of bits of the set, as a power of two: small enough for the processor's cache, large enough to be
 * nearly empty.
 */
const keyBits = 21;
const keySpread = 0x9e3779b1;
/** Minimum number of characters hashed at the same time. */
const minWindowLength = 256;

/** Set of the forms that have at least the length of a key. */
export class FormSet {
  readonly table: FormTable;
  readonly keyLength: number;
  readonly keyMask: number;
  private readonly marks = new Uint32Array(1 << (keyBits - 5));
  /** Maximum prefix length of the forms whose bits are in the same 32-bit number of `marks`. */
  private readonly maxLengths = new Uint32Array(1 << (keyBits - 5));

  private constructor(forms: FormMap, keyLength: number, table: FormTable) {
    this.table = table;
    this.keyLength = keyLength;
    this.keyMask = keyLength === 4 ? -1 : (1 << (8 * keyLength)) - 1;
    for (const text of forms.keys()) {
      let key = 0;
      for (let at = 0; at < keyLength; at++) key = addToKey(key, text, at);
      const bit = bitOf(key);
      this.marks[bit >>> 5] = (this.marks[bit >>> 5] ?? 0) | (1 << bit);
      const length = Math.min(text.length, table.maxPrefix);
      this.maxLengths[bit >>> 5] = Math.max(this.maxLengths[bit >>> 5] ?? 0, length);
    }
  }

  /** Yields after each slice of the work. */
  static *of(forms: FormMap, keyLength: number): Generator<void, FormSet> {
    return new FormSet(forms, keyLength, yield* FormTable.of(forms));
  }

  get isEmpty(): boolean {
    return this.table.maxLength === 0;
  }

  scan(line: string): FormScan {
    return new FormScan(line, this);
  }

  /** Returns an upper bound of the length of forms with this key. */
  maxLengthWith(key: number): number {
    return this.maxLengths[bitOf(key & this.keyMask) >>> 5] ?? 0;
  }

  /** False if no form has this key. */
  mayHave(key: number): boolean {
    const bit = bitOf(key & this.keyMask);
    return (((this.marks[bit >>> 5] ?? 0) >>> bit) & 1) === 1;
  }
}

/** State of the search in one line. */
class FormScan {
  readonly spans = new SpanList();
  private readonly line: string;
  private readonly set: FormSet;
  /** Created on demand, because few lines need it. */
  private hash: TextHash | undefined;
  private windowStart = 0;
  private windowEnd = 0;
  private key = 0;
  private at = 0;

  constructor(line: string, set: FormSet) {
    this.line = line;
    this.set = set;
  }

  /** Finds the forms whose keys end before `to`. */
  advance(to: number): void {
    const { line, set } = this;
    let { key } = this;
    const first = set.keyLength - 1;
    for (let { at } = this; at < to; at++) {
      key = addToKey(key, line, at);
      if (at >= first && set.mayHave(key)) this.addMatch(at - first, set.maxLengthWith(key));
    }
    this.key = key;
    this.at = to;
  }

  private addMatch(start: number, maxLength: number): void {
    const { line, spans } = this;
    const { table } = this.set;
    const limit = Math.min(maxLength, line.length - start);
    if (!this.hash || start + limit > this.windowEnd) this.moveWindow(start, limit);
    const form = this.hash && table.find(this.hash, start - this.windowStart, limit);
    if (form) take(line, start, form, spans);
  }

  /** Hashes twice as many characters as needed, so that the next windows hash few of them a second time. */
  private moveWindow(start: number, limit: number): void {
    const length = Math.max(minWindowLength, 2 * limit);
    this.windowStart = start;
    this.windowEnd = Math.min(this.line.length, start + length);
    const count = this.windowEnd - start;
    this.hash ??= new TextHash(count);
    this.hash.read(this.line, start, count);
  }
}

function addToKey(key: number, text: string, at: number): number {
  return (key << 8) | (text.charCodeAt(at) & 0xff);
}

function bitOf(key: number): number {
  return Math.imul(key, keySpread) >>> (32 - keyBits);
}

function take(line: string, start: number, form: FoundForm, spans: SpanList): void {
  const end = Math.min(start + form.length, line.length);
  spans.add(
    start - (form.before && isDigit(line, start - 1) ? 1 : 0),
    form.after && isDigit(line, end) ? skipPadding(line, end + 1) : end,
  );
}

function isDigit(line: string, at: number): boolean {
  return /^[A-Za-z0-9+/_-]$/.test(line.charAt(at));
}

function skipPadding(line: string, at: number): number {
  let end = at;
  while (end < at + paddingLength && line.charAt(end) === '=') end++;
  return end;
}
