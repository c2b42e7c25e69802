import { runInSlices } from '@millrace/node-kit/time-slice';
import { secretForms } from '../../logs/secret-forms.ts';
import { EscapeReader } from './escape-reader.ts';
import { FormMatcher } from './form-matcher.ts';
import { SortedForms } from './form-tree.ts';

/** Prepares a mask for secrets, in every form that logs know. */
export async function prepareTerminalMask(secrets: readonly string[]): Promise<() => TerminalMask> {
  const forms = new SortedForms(await runInSlices(collectForms(secrets)));
  return () => new TerminalMask(forms);
}

function* collectForms(secrets: readonly string[]): Generator<void, string[]> {
  const texts: string[] = [];
  for (const secret of new Set(secrets)) {
    for (const batch of secretForms(secret)) {
      for (const { text } of batch) texts.push(text);
      yield;
    }
  }
  return texts;
}

/**
 * Masks secrets in the output of a terminal, whatever the pieces in which it arrives. Each character of a secret
 * becomes a star, so that the layout stays. Only what may be the beginning of a secret is buffered.
 */
export class TerminalMask {
  private readonly decoder = new TextDecoder();
  private readonly escapes = new EscapeReader();
  /** Finds secrets in all characters, also in titles and links. */
  private readonly written: FormMatcher;
  /** Finds secrets in the visible characters, also if escape codes or line breaks interrupt them. */
  private readonly seen: FormMatcher;
  /** Characters that are buffered. */
  private buffered: string[] = [];
  private isVisible: boolean[] = [];
  /** Secrets among all and among the visible characters, by numbers of characters. */
  private readonly writtenSecrets = new SecretSpans();
  private readonly seenSecrets = new SecretSpans();
  /** Number of the first buffered character. */
  private bufferStart = 0;

  constructor(forms: SortedForms) {
    this.written = new FormMatcher(forms);
    this.seen = new FormMatcher(forms);
  }

  /** Returns the masked output that can be shown now. */
  push(bytes: Uint8Array): Uint8Array {
    this.read(this.decoder.decode(bytes, { stream: true }));
    return this.release(Math.min(this.written.bufferFrom, this.seen.bufferFrom));
  }

  /** Returns buffered output that is too short to reveal a secret, as nothing has followed for a while. */
  flush(): Uint8Array {
    return this.release(Math.min(this.written.secretFrom, this.seen.secretFrom));
  }

  /** Returns all buffered output at the end of the stream. */
  end(): Uint8Array {
    this.read(this.decoder.decode());
    return this.release(Number.POSITIVE_INFINITY);
  }

  private read(text: string): void {
    for (const char of text.split('')) {
      const number = this.bufferStart + this.buffered.length;
      const isVisible = this.escapes.read(char);
      this.buffered.push(char);
      this.isVisible.push(isVisible);
      this.writtenSecrets.add(this.written.read(char, number), number);
      if (isVisible) this.seenSecrets.add(this.seen.read(char, number), number);
      else if (char === '\r') this.seen.forgetSpace();
    }
  }

  private release(end: number): Uint8Array {
    const count = Math.min(this.buffered.length, Math.max(0, end - this.bufferStart));
    if (count === 0) return new Uint8Array();
    const chars = this.buffered.splice(0, count);
    const isVisible = this.isVisible.splice(0, count);
    const shown = chars.map((char, at) => {
      const number = this.bufferStart + at;
      const isWritten = this.writtenSecrets.has(number);
      return isWritten || (this.seenSecrets.has(number) && isVisible[at]) ? '*' : char;
    });
    this.bufferStart += count;
    return Buffer.from(shown.join(''));
  }
}

/** Ranges of the numbers of characters in secrets, in ascending order. */
class SecretSpans {
  private spans: { from: number; to: number }[] = [];

  /** Adds a secret that ends after all others. */
  add(from: number | undefined, to: number): void {
    if (from === undefined) return;
    let start = from;
    for (let last = this.spans.at(-1); last && last.to >= start - 1; last = this.spans.at(-1)) {
      start = Math.min(start, last.from);
      this.spans.pop();
    }
    this.spans.push({ from: start, to });
  }

  /** Returns whether a character is in a secret. Numbers must be passed in ascending order. */
  has(number: number): boolean {
    while (this.spans[0] && this.spans[0].to < number) this.spans.shift();
    return (this.spans[0]?.from ?? Number.POSITIVE_INFINITY) <= number;
  }
}
