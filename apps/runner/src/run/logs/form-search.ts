import type { SecretForm } from './secret-forms.ts';
import { SpanList } from './span-list.ts';

/** Forms are looked up by their first characters; those that are shorter than that, by fewer. */
const keyLength = 4;
const shortKeyLength = 2;

/**
 * Finds thousands of texts in one pass. A number holds the last characters of the line; a table says
 * whether any form begins with them, which is nearly never so.
 */
export class FormSearch {
  /** The longest stretch of a line that one form can take; 0 without forms. */
  readonly reach: number;
  private readonly long = new FormTable();
  private readonly short = new FormTable();
  private readonly hasShort: boolean;

  constructor(forms: readonly SecretForm[]) {
    let longest = 0;
    for (const form of forms) {
      const isShort = form.text.length < keyLength;
      (isShort ? this.short : this.long).add(keyOf(form.text, isShort), form);
      longest = Math.max(longest, form.text.length + form.before + form.after);
    }
    this.hasShort = !this.short.isEmpty;
    this.reach = longest === 0 ? 0 : longest + maxPadding;
  }

  find(line: string): SpanList {
    const spans = new SpanList();
    const shortSpans = new SpanList();
    const { long, short, hasShort } = this;
    let key = 0;
    for (let at = 0; at < line.length; at++) {
      key = (key << 8) | (line.charCodeAt(at) & 0xff);
      if (at >= keyLength - 1 && long.mayHave(key)) {
        take(line, at - keyLength + 1, long.get(key), spans);
      }
      if (hasShort && at > 0 && short.mayHave(key & shortKeyMask)) {
        take(line, at - shortKeyLength + 1, short.get(key & shortKeyMask), shortSpans);
      }
    }
    return spans.mergedWith(shortSpans.spans);
  }
}

const shortKeyMask = 0xffff;
/** A bit each: small enough for the processor's cache, large enough to be nearly empty. */
const tableBits = 21;
const spread = 0x9e3779b1;

class FormTable {
  private readonly marks = new Uint32Array(1 << (tableBits - 5));
  private readonly forms = new Map<number, SecretForm[]>();

  get isEmpty(): boolean {
    return this.forms.size === 0;
  }

  add(key: number, form: SecretForm): void {
    const at = indexOf(key);
    this.marks[at >>> 5] = (this.marks[at >>> 5] ?? 0) | (1 << at);
    const forms = this.forms.get(key);
    if (!forms) this.forms.set(key, [form]);
    else if (!forms.some(({ text }) => text === form.text)) forms.push(form);
  }

  mayHave(key: number): boolean {
    const at = indexOf(key);
    return (((this.marks[at >>> 5] ?? 0) >>> at) & 1) === 1;
  }

  get(key: number): readonly SecretForm[] {
    return this.forms.get(key) ?? [];
  }
}

function indexOf(key: number): number {
  return Math.imul(key, spread) >>> (32 - tableBits);
}

function keyOf(text: string, isShort: boolean): number {
  let key = 0;
  for (let at = 0; at < (isShort ? shortKeyLength : keyLength); at++) {
    key = (key << 8) | (text.charCodeAt(at) & 0xff);
  }
  return key;
}

const maxPadding = 2;

function take(line: string, at: number, forms: readonly SecretForm[], spans: SpanList): void {
  for (const { text, before, after } of forms) {
    if (!line.startsWith(text, at)) continue;
    const end = at + text.length;
    spans.add(
      at - (before > 0 && isDigit(line, at - 1) ? 1 : 0),
      after > 0 && isDigit(line, end) ? skipPadding(line, end + 1) : end,
    );
  }
}

function isDigit(line: string, at: number): boolean {
  return /^[A-Za-z0-9+/_-]$/.test(line.charAt(at));
}

function skipPadding(line: string, at: number): number {
  let end = at;
  while (end < at + maxPadding && line.charAt(end) === '=') end++;
  return end;
}
