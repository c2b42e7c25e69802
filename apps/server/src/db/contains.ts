import { sql } from 'kysely';

/** Condition that a column contains a text, in upper or lower case. `%` and `_` in the text are literal. */
export function contains(column: string, text: string) {
  const escaped = text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  return sql<boolean>`lower(${sql.ref(column)}) like ${`%${escaped}%`} escape '\\'`;
}
