import { escapeFilter } from 'ldapts';

/**
 * Replaces `{name}` in a filter by escaped values, so that a value can only be compared and never becomes a
 * part of the filter.
 */
export function fillFilter(filter: string, values: Readonly<Record<string, string>>): string {
  return filter.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : escapeFilter`${value}`;
  });
}

/** Returns a filter of the groups with one of these names among those that the filter matches. */
export function limitToNames(filter: string, names: readonly string[]): string {
  return `(&${filter}(|${names.map((name) => escapeFilter`(cn=${name})`).join('')}))`;
}
