import { runInSlices, runSlices } from '@millrace/node-kit/time-slice';
import { DumpMask, DumpSecrets } from './dump-mask.ts';
import { FormSearch } from './form-search.ts';
import { plainTexts, type SecretForm, secretForms } from './secret-forms.ts';
import type { Span, SpanList } from './span-list.ts';
import { hasEscape, VisibleText } from './visible-text.ts';

const mask = '******';

interface MaskOptions {
  /** True if the rest of the line was dropped. Its end is masked, because a secret may begin there. */
  isCut: boolean;
}

/** Masks the secrets in one line. */
export interface SecretMask {
  (line: string, options?: MaskOptions): string;
  /** Masks a long text in slices, between which it yields to the event loop. */
  inSlices(line: string, options?: MaskOptions): Promise<string>;
  /** Returns a mask for the lines of one log in order, which also finds secrets in dumps of several lines. */
  forLog(): SecretMask;
}

/** Creates a mask for these secrets, in every known form. */
export async function createSecretMask(secrets: readonly string[]): Promise<SecretMask> {
  return maskOf(await runInSlices(searchFor(secrets)), new DumpSecrets(textsOf(secrets)));
}

/** Creates a mask synchronously; only for a few short secrets. */
export function createSmallSecretMask(secrets: readonly string[]): SecretMask {
  return maskOf(runSlices(searchFor(secrets)), new DumpSecrets(textsOf(secrets)));
}

function* searchFor(secrets: readonly string[]): Generator<void, FormSearch> {
  return yield* FormSearch.of(batchesOf(secrets));
}

function* batchesOf(secrets: readonly string[]): Generator<SecretForm[]> {
  for (const secret of new Set(secrets)) yield* secretForms(secret);
}

function textsOf(secrets: readonly string[]): string[] {
  return [...new Set(secrets.flatMap(plainTexts))];
}

function maskOf(search: FormSearch, secrets: DumpSecrets, dump?: DumpMask): SecretMask {
  const slices = (line: string, options?: MaskOptions) =>
    maskLine(search, line, search.reach === 0 ? [] : (dump?.find(line) ?? []), options);
  const mask = (line: string, options?: MaskOptions) => runSlices(slices(line, options));
  return Object.assign(mask, {
    inSlices: (line: string, options?: MaskOptions) => runInSlices(slices(line, options)),
    forLog: () => maskOf(search, secrets, new DumpMask(secrets)),
  });
}

/** Masks the secrets in one line. Yields after each slice of it. */
function* maskLine(
  search: FormSearch,
  line: string,
  inDump: readonly Span[],
  { isCut }: MaskOptions = { isCut: false },
): Generator<void, string> {
  if (search.reach === 0) return line;
  const found = (yield* search.find(line)).mergedWith(inDump);
  const spans = hasEscape(line) ? yield* withSeen(line, found, search, isCut) : found;
  return yield* maskSpans(line, (isCut ? withEnd(spans, line.length, search.reach) : spans).spans);
}

/** Adds secrets that a terminal would show although escape codes interrupt them. */
function* withSeen(
  line: string,
  spans: SpanList,
  search: FormSearch,
  isCut: boolean,
): Generator<void, SpanList> {
  const visible = yield* VisibleText.of(line);
  const found = yield* search.find(visible.text);
  const seen = isCut ? withEnd(found, visible.text.length, search.reach) : found;
  return spans.mergedWith(
    seen.spans.map(({ start, end }) => ({
      start: visible.positionOf(start),
      end: visible.positionOf(end - 1) + 1,
    })),
  );
}

/** Adds the end of a truncated line, because a secret may begin there. */
function withEnd(spans: SpanList, length: number, reach: number): SpanList {
  if (length === 0) return spans;
  return spans.mergedWith([{ start: Math.max(0, length - reach + 1), end: length }]);
}

/** Number of masked secrets before yielding to the event loop. */
const sliceSpans = 4096;

function* maskSpans(line: string, spans: readonly Span[]): Generator<void, string> {
  if (spans.length === 0) return line;
  let masked = '';
  let at = 0;
  for (const [index, { start, end }] of spans.entries()) {
    masked += line.slice(at, start) + mask;
    at = end;
    if (index % sliceSpans === sliceSpans - 1) yield;
  }
  return masked + line.slice(at);
}
