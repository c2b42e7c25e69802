import type { LogQuery } from '@millrace/contract/log-pattern';

const names = { text: 'search', isRegExp: 'regexp', matchesCase: 'case' } as const;

/** Reads the log search from the URL; null if it has none. */
export function readLogSearch(search: string): LogQuery | null {
  const parameters = new URLSearchParams(search);
  const text = parameters.get(names.text);
  if (text === null) return null;
  return {
    text,
    isRegExp: parameters.get(names.isRegExp) === 'true',
    matchesCase: parameters.get(names.matchesCase) === 'true',
  };
}

/** Returns the query string with another log search, or without one. */
export function writeLogSearch(search: string, query: LogQuery | null): string {
  const parameters = new URLSearchParams(search);
  for (const name of Object.values(names)) parameters.delete(name);
  if (query) {
    parameters.set(names.text, query.text);
    if (query.isRegExp) parameters.set(names.isRegExp, 'true');
    if (query.matchesCase) parameters.set(names.matchesCase, 'true');
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}
