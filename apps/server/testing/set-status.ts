import type { Status } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import type { TestServer } from './test-server.ts';

/** Sets the status of a build or a stage directly in the database, without the rules. */
export async function setStatus(
  { core }: TestServer,
  table: 'builds' | 'stages',
  id: number,
  status: Status,
): Promise<void> {
  const version = sql<number>`version + 1`;
  await core.db.updateTable(table).set({ status, version }).where('id', '=', id).execute();
}
