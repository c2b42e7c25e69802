import type { Db } from '../../db/database.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { TestNameStore } from './test-name-store.ts';

/** Deletes the test names that no build of their repository has, in small batches. */
export async function deleteUnusedTestNames(db: Db, stopped: AbortSignal): Promise<void> {
  const names = new TestNameStore(db);
  for (const { id, oldest } of await listOldest(db)) {
    const deleteSome = () => names.deleteUnused(id, oldest);
    while (!stopped.aborted && (await whileBusy(deleteSome, stopped)));
  }
}

/** Lists the smallest build number of each repository with tests; without builds, the next number. */
async function listOldest(db: Db): Promise<{ id: number; oldest: number }[]> {
  const rows = await db
    .selectFrom('repos')
    .select((repo) => [
      'id',
      'counter',
      repo
        .selectFrom('builds')
        .select(({ fn }) => fn.min<number | null>('number').as('oldest'))
        .whereRef('builds.repo_id', '=', 'repos.id')
        .as('oldest'),
    ])
    .where('has_tests', '=', 1)
    .execute();
  return rows.map(({ id, counter, oldest }) => ({ id, oldest: oldest ?? counter + 1 }));
}
