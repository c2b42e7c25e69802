/**
 * Limit of the rows of a table, which must not grow without end:
 *
 * - `build`, `repository`, `account`: its rows are deleted with what they belong to, by a foreign key. Retention limits
 *   the number of builds
 * - the name of a setting: older rows, or more rows, are deleted
 * - any other reason
 */
export type TableBound =
  | 'build'
  | 'repository'
  | 'account'
  | `MILLRACE_${string}`
  | { reason: string };

/** Bound of tables whose rows people create, and delete by hand. */
export const byPeople: TableBound = { reason: 'People create and delete its rows' };
