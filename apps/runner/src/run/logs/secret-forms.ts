import { jsonEscape, jsonForms, lowerEscapes, urlForms } from './escaped-forms.ts';
import { hexForms } from './hex-forms.ts';
import { markupForms } from './markup-forms.ts';
import { ampersandSections, shellForms } from './shell-forms.ts';
import { withoutEscapes } from './visible-text.ts';
import { wideForms } from './wide-forms.ts';

/** How many base64 digits beside a form hold bits of the secret too. */
export interface PartialDigits {
  before: 0 | 1;
  after: 0 | 1;
}

/** One way in which a secret may be written. */
export interface SecretForm extends PartialDigits {
  text: string;
}

/** The most that stands behind the digits of base64. */
export const paddingLength = 2;

/** Shorter ones are no secrets, and masking them would make the log unreadable. */
const shortestValue = 2;
/** Of a secret of several lines: brackets, `fi` and the like are everywhere. */
const shortestPart = 4;
/** The base64 of less would be found in ordinary words. */
const shortestEncodedBytes = 4;
/** Where the commands `base64` and `openssl` break their output into lines. */
const rowWidths = [76, 64];
const shortestRow = 4;

/**
 * Every text to look for: the secret, or each of its lines, as it is and encoded. They come in batches, so
 * that others get their turn meanwhile; a text may come several times.
 */
export function* secretForms(secret: string): Generator<SecretForm[]> {
  const value = secret.trim().toWellFormed();
  const parts = value.split('\n').map((part) => part.trim());
  const shortest = parts.length > 1 ? shortestPart : shortestValue;
  // A line is searched as it is seen too: there a secret's own escape codes are gone.
  const spellings = parts.flatMap((part) => [part, unquoted(part), withoutEscapes(part).trim()]);
  const texts = [...new Set(spellings)].filter((text) => text.length >= shortest);
  for (const text of texts) {
    for (const write of writers) yield withWide([...new Set(write(text))].map(plainForm));
  }
  for (const forms of oneLineForms(value)) yield* eachWithWide(forms.map(plainForm));
  for (const text of new Set([value, ...texts, ...texts.map(jsonEscape)])) {
    yield* eachWithWide(base64Forms(Buffer.from(text)));
  }
  // The form that PowerShell takes for an encoded command.
  for (const text of new Set([value, ...texts])) {
    yield* eachWithWide(base64Forms(Buffer.from(text, 'utf16le')));
  }
  for (const width of rowWidths) yield withWide(rowForms(value, width));
}

/** A slice for each form, since one of a long secret takes long. */
function* eachWithWide(forms: readonly SecretForm[]): Generator<SecretForm[]> {
  for (const form of forms) yield withWide([form]);
}

function withWide(forms: readonly SecretForm[]): SecretForm[] {
  // Most ways of writing leave most texts as they are.
  const texts = new Set(forms.map(({ text }) => text));
  return [...forms, ...[...texts].flatMap(wideForms).map(plainForm)];
}

/** All lines of a secret where their breaks are written out: also those too short to be masked alone. */
function* oneLineForms(value: string): Generator<string[]> {
  if (!value.includes('\n')) return;
  for (const text of new Set([value, value.replaceAll('\r\n', '\n')])) {
    for (const write of writers) yield write(text).filter((form) => !form.includes('\n'));
  }
}

/** A text as it is, escaped, and as its bytes. */
const writers: readonly ((text: string) => string[])[] = [
  (text) => [text],
  urlForms,
  jsonForms,
  shellForms,
  ampersandSections,
  markupForms,
  hexForms,
  // Of a file in no known encoding, which is read byte by byte.
  (text) => [Buffer.from(text).toString('latin1')],
];

/** Shells and configuration files take away the quotes around a value. */
function unquoted(text: string): string {
  const [, inner = text] = /^"(.*)"$/.exec(text) ?? /^'(.*)'$/.exec(text) ?? [];
  return inner;
}

/** What of the base64 depends on nothing but the text, wherever in the encoded bytes it stands. */
function base64Forms(bytes: Buffer): SecretForm[] {
  if (bytes.length < shortestEncodedBytes) return [];
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const end = shift + bytes.length;
    const core = encoded.slice(Math.ceil((shift * 8) / 6), wholeDigits(end));
    const before = shift > 0 ? 1 : 0;
    return base64Spellings(core).map((form) => ({ text: form, before, after: partialDigits(end) }));
  });
}

/** Base64 as such, as URLs have it, and as it stands within a URL or JSON. */
function base64Spellings(base64: string): string[] {
  const urlSafe = base64.replaceAll('+', '-').replaceAll('/', '_');
  const percent = encodeURIComponent(base64);
  return [base64, urlSafe, percent, lowerEscapes(percent), base64.replaceAll('/', '\\/')];
}

/** The rows of a text's base64 that is broken into rows, as far as the text alone decides them. */
function rowForms(text: string, width: number): SecretForm[] {
  const bytes = Buffer.from(text);
  const digits = bytes.toString('base64').slice(0, wholeDigits(bytes.length));
  const forms: SecretForm[] = [];
  for (let at = 0; at < digits.length && digits.length > width; at += width) {
    const row = digits.slice(at, at + width);
    const after = row.length < width ? partialDigits(bytes.length) : 0;
    if (row.length >= shortestRow) forms.push({ text: row, before: 0, after });
  }
  return forms;
}

function wholeDigits(byteCount: number): number {
  return Math.floor((byteCount * 8) / 6);
}

function partialDigits(byteCount: number): 0 | 1 {
  return (byteCount * 8) % 6 === 0 ? 0 : 1;
}

function plainForm(text: string): SecretForm {
  return { text, before: 0, after: 0 };
}
