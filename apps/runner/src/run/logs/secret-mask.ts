import { FormSearch } from './form-search.ts';
import { secretForms } from './secret-forms.ts';
import type { Span } from './span-list.ts';

const mask = '******';

/**
 * Hides the secrets in one line. Where the rest of the line is left out its end is hidden too, as a
 * secret may begin there.
 */
export type SecretMask = (line: string, options?: { isCut: boolean }) => string;

/** Makes the mask of these secrets, in every form that is known of them. */
export function createSecretMask(secrets: string[]): SecretMask {
  const search = new FormSearch([...new Set(secrets)].flatMap(secretForms));
  return (line, options) => {
    const found = search.find(line);
    if (!options?.isCut || search.reach === 0) return maskSpans(line, found.spans);
    const end = { start: Math.max(0, line.length - search.reach + 1), end: line.length };
    return maskSpans(line, found.mergedWith([end]).spans);
  };
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
