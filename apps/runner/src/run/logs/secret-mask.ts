import { FormSearch } from './form-search.ts';
import { secretForms } from './secret-forms.ts';
import type { Span, SpanList } from './span-list.ts';
import { hasEscape, VisibleText } from './visible-text.ts';

const mask = '******';

/**
 * Hides the secrets in one line. Where the rest of the line is left out its end is hidden too, as a
 * secret may begin there.
 */
export type SecretMask = (line: string, options?: { isCut: boolean }) => string;

/** Makes the mask of these secrets, in every form that is known of them. */
export function createSecretMask(secrets: string[]): SecretMask {
  const search = new FormSearch([...new Set(secrets)].flatMap(secretForms));
  if (search.reach === 0) return (line) => line;
  return (line, { isCut } = { isCut: false }) => {
    const found = search.find(line);
    const spans = hasEscape(line) ? withSeen(line, found, search, isCut) : found;
    return maskSpans(line, (isCut ? withEnd(spans, line.length, search.reach) : spans).spans);
  };
}

/** With the secrets that a reader sees though codes for the terminal stand in them. */
function withSeen(line: string, spans: SpanList, search: FormSearch, isCut: boolean): SpanList {
  const visible = new VisibleText(line);
  const found = search.find(visible.text);
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
