import { jsonEscape, jsonForms, lowerEscapes, urlForms } from './escaped-forms.ts';
import { hexForms } from './hex-forms.ts';
import { jsonTexts } from './json-texts.ts';
import { markupForms } from './markup-forms.ts';
import { ampersandSections, shellForms } from './shell-forms.ts';
import { withoutEscapes } from './visible-text.ts';
import { wideForms } from './wide-forms.ts';

/** Number of adjacent base64 digits that encode bits of the secret too. */
export interface PartialDigits {
  before: 0 | 1;
  after: 0 | 1;
}

/** One way in which a secret may be written. */
export interface SecretForm extends PartialDigits {
  text: string;
}

/** Maximum length of base64 padding. */
export const paddingLength = 2;

/** Minimum length of a value. Masking shorter ones would make the log unreadable. */
const minValueLength = 2;
/**
 * Minimum length of a line of a multi-line secret, because brackets, `fi` and similar lines occur everywhere.
 */
const minPartLength = 4;
/** Minimum length, because the base64 of shorter texts occurs in ordinary words. */
const minEncodedBytes = 4;
/** Line lengths of the commands `base64` and `openssl`. */
const rowWidths = [76, 64];
const shortestRow = 4;

/**
 * Yields every text to search for: the secret, each of its lines and each text in its JSON, plain and encoded.
 * Yields batches, between which the caller can yield to the event loop; batches may contain duplicates.
 */
export function* secretForms(secret: string): Generator<SecretForm[]> {
  for (const value of [secret, ...jsonTexts(secret)]) yield* valueForms(value);
}

/** Returns the secret, its lines and the texts in its JSON, as a program may dump their bytes. */
export function plainTexts(secret: string): string[] {
  return [secret, ...jsonTexts(secret)].flatMap((text) => {
    const value = text.trim().toWellFormed();
    return [value, ...value.split('\n').map((part) => part.trim())];
  });
}

function* valueForms(secret: string): Generator<SecretForm[]> {
  const value = secret.trim().toWellFormed();
  const parts = value.split('\n').map((part) => part.trim());
  const shortest = parts.length > 1 ? minPartLength : minValueLength;
  // Lines are also searched with escape codes removed, so those in the secret are removed too.
  const spellings = parts.flatMap((part) => [part, unquoted(part), withoutEscapes(part).trim()]);
  const texts = [...new Set(spellings)].filter((text) => text.length >= shortest);
  for (const text of texts) {
    for (const write of writers) yield withWide([...new Set(write(text))].map(plainForm));
  }
  for (const forms of oneLineForms(value)) yield* eachWithWide(forms.map(plainForm));
  for (const text of new Set([value, ...texts, ...texts.map(jsonEscape)])) {
    yield* eachWithWide(base64Forms(Buffer.from(text)));
  }
  // PowerShell encodes commands as base64 of UTF-16.
  for (const text of new Set([value, ...texts])) {
    yield* eachWithWide(base64Forms(Buffer.from(text, 'utf16le')));
  }
  for (const width of rowWidths) yield withWide(rowForms(value, width));
}

/** Yields each form separately, because the forms of a long secret take long. */
function* eachWithWide(forms: readonly SecretForm[]): Generator<SecretForm[]> {
  for (const form of forms) yield withWide([form]);
}

function withWide(forms: readonly SecretForm[]): SecretForm[] {
  // Removes duplicates, because most encodings leave most texts unchanged.
  const texts = new Set(forms.map(({ text }) => text));
  return [...forms, ...[...texts].flatMap(wideForms).map(plainForm)];
}

/**
 * Yields the forms of a multi-line secret with escaped line breaks. They include lines that are too short to
 * be masked separately.
 */
function* oneLineForms(value: string): Generator<string[]> {
  if (!value.includes('\n')) return;
  for (const text of new Set([value, value.replaceAll('\r\n', '\n')])) {
    for (const write of writers) yield write(text).filter((form) => !form.includes('\n'));
  }
}

/** Functions that return a text plain, escaped, and as its bytes. */
const writers: readonly ((text: string) => string[])[] = [
  (text) => [text],
  urlForms,
  jsonForms,
  shellForms,
  ampersandSections,
  markupForms,
  hexForms,
  // For files of unknown encoding, which are read byte by byte.
  (text) => [Buffer.from(text).toString('latin1')],
];

/** Returns a value without surrounding quotes, which shells and configuration files remove. */
function unquoted(text: string): string {
  const [, inner = text] = /^"(.*)"$/.exec(text) ?? /^'(.*)'$/.exec(text) ?? [];
  return inner;
}

/** Returns the base64 digits that depend only on the text, at any offset in the encoded bytes. */
function base64Forms(bytes: Buffer): SecretForm[] {
  if (bytes.length < minEncodedBytes) return [];
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const end = shift + bytes.length;
    const core = encoded.slice(Math.ceil((shift * 8) / 6), wholeDigits(end));
    const before = shift > 0 ? 1 : 0;
    return base64Spellings(core).map((form) => ({ text: form, before, after: partialDigits(end) }));
  });
}

/** Returns base64 plain, in the variant for URLs, and escaped within a URL or JSON. */
function base64Spellings(base64: string): string[] {
  const urlSafe = base64.replaceAll('+', '-').replaceAll('/', '_');
  const percent = encodeURIComponent(base64);
  return [base64, urlSafe, percent, lowerEscapes(percent), base64.replaceAll('/', '\\/')];
}

/** Returns the rows of line-wrapped base64, without digits that depend on adjacent text. */
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
