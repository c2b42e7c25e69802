/**
 * Limit of the rows of a table, so that it does not grow without end:
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

/** Bound of tables with what people create, and delete by hand. */
export const byPeople: TableBound = { reason: 'People create and delete its rows' };
