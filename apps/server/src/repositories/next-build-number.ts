import { notFound } from '@millrace/contract/api-errors';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Assigns the next build number of a repository. Must run in the transaction that stores the build. */
export async function assignBuildNumber(trx: Db, repoId: number): Promise<number> {
  const { counter } = await trx
    .updateTable('repos')
    .set({ counter: sql`counter + 1` })
    .where('id', '=', repoId)
    .returning('counter')
    .executeTakeFirstOrThrow(() => notFound());
  return counter;
}
