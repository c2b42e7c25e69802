import { sql } from 'kysely';

/** Condition that a column equals a name in any case. An index on `lower(column)` serves it. */
export function isSameName(column: string, name: string) {
  return sql<boolean>`lower(${sql.ref(column)}) = lower(${name})`;
}
