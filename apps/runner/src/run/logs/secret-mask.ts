import { FormSearch } from './form-search.ts';
import { secretForms } from './secret-forms.ts';
import type { Span, SpanList } from './span-list.ts';
import { hasEscape, VisibleText } from './visible-text.ts';

const mask = '******';

interface MaskOptions {
  /** The rest of the line is left out. Its end is hidden then, as a secret may begin there. */
  isCut: boolean;
}

/** Hides the secrets in one line. */
export type SecretMask = (line: string, options?: MaskOptions) => string;

/** Makes the mask of these secrets, in every form that is known of them. */
export function createSecretMask(secrets: string[]): SecretMask {
  const search = new FormSearch([...new Set(secrets)].flatMap(secretForms));
  return (line, options) => finish(maskLine(search, line, options));
}

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Hides the secrets in one line. Yields after each slice of it. */
function* maskLine(
  search: FormSearch,
  line: string,
  { isCut }: MaskOptions = { isCut: false },
): Generator<void, string> {
  if (search.reach === 0) return line;
  const found = yield* search.find(line);
  const spans = hasEscape(line) ? yield* withSeen(line, found, search, isCut) : found;
  return maskSpans(line, (isCut ? withEnd(spans, line.length, search.reach) : spans).spans);
}

/** With the secrets that a reader sees though codes for the terminal stand in them. */
function* withSeen(
  line: string,
  spans: SpanList,
  search: FormSearch,
  isCut: boolean,
): Generator<void, SpanList> {
  const visible = new VisibleText(line);
  const found = yield* search.find(visible.text);
  const seen = isCut ? withEnd(found, visible.text.length, search.reach) : found;
  return spans.mergedWith(
    seen.spans.map(({ start, end }) => ({
      start: visible.placeOf(start),
      end: visible.placeOf(end - 1) + 1,
    })),
  );
}

/** With the end of a line whose rest is left out: a secret may begin there. */
function withEnd(spans: SpanList, length: number, reach: number): SpanList {
  if (length === 0) return spans;
  return spans.mergedWith([{ start: Math.max(0, length - reach + 1), end: length }]);
}

function maskSpans(line: string, spans: readonly Span[]): string {
  if (spans.length === 0) return line;
  let masked = '';
  let at = 0;
  for (const { start, end } of spans) {
    masked += line.slice(at, start) + mask;
    at = end;
  }
  return masked + line.slice(at);
}
