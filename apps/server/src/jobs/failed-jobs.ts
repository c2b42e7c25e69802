import type { Db } from '../db/database.ts';

/** Retention of failed jobs. */
const maxAgeSec = 14 * 24 * 60 * 60;
const maxFailedJobs = 1000;

/** Deletes failed jobs that are too old or too many. */
export async function deleteFailedJobs(db: Db, nowSec: number): Promise<void> {
  const failed = db.deleteFrom('jobs').where('error', 'is not', null);
  await failed.where('due', '<', nowSec - maxAgeSec).execute();
  await failed
    .where('id', 'in', (older) =>
      older
        .selectFrom('jobs')
        .select('id')
        .where('error', 'is not', null)
        .orderBy('due', 'desc')
        .orderBy('id', 'desc')
        .limit(Number.MAX_SAFE_INTEGER)
        .offset(maxFailedJobs),
    )
    .execute();
}

/** Counts open and failed jobs of each kind. */
export async function countJobs(
  db: Db,
): Promise<{ kind: string; state: 'open' | 'failed'; count: number }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', (job) => job.fn.countAll<number>().as('count')])
    .select((job) => job('error', 'is not', null).as('failed'))
    .groupBy(['kind', 'failed'])
    .execute();
  return rows.map(({ kind, failed, count }) => ({
    kind,
    state: failed ? 'failed' : 'open',
    count: Number(count),
  }));
}
