import type { Db } from '../../db/database.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { TestNameStore } from './test-name-store.ts';

/** Deletes the test names that no build of their repository has, in small batches. */
export async function deleteUnusedTestNames(db: Db, stopped: AbortSignal): Promise<void> {
  const names = new TestNameStore(db);
  for (const { id, oldest, newest } of await listRanges(db)) {
    const repeat = async (batch: () => Promise<boolean>) => {
      while (!stopped.aborted && (await whileBusy(batch, stopped)));
    };
    await repeat(() => names.dateUnseen(id, newest));
    await repeat(() => names.deleteUnused(id, oldest));
  }
}

/**
 * Lists the range of build numbers of each repository with tests. Without builds, both ends are the next
 * number.
 */
async function listRanges(db: Db) {
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
  return rows.map(({ id, counter, oldest }) => ({
    id,
    oldest: oldest ?? counter + 1,
    newest: counter,
  }));
}
