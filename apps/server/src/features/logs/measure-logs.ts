import type { BuildData } from '../../builds/build-data.ts';
import type { Db } from '../../db/database.ts';

/** Builds whose logs are measured with one query. */
const batchSize = 100;

/** Sums the stored bytes of a repository's logs, in batches of builds. */
export async function measureLogs(
  db: Db,
  { measure }: Pick<BuildData, 'measure'>,
  repoId: number,
  stopped: AbortSignal,
): Promise<number> {
  let bytes = 0;
  let after = 0;
  while (!stopped.aborted) {
    const builds = await db
      .selectFrom('builds')
      .select(['id', 'number'])
      .where('repo_id', '=', repoId)
      .where('number', '>', after)
      .orderBy('number')
      .limit(batchSize)
      .execute();
    const ids = builds.map(({ id }) => id);
    for (const size of (await measure(db, ids)).values()) bytes += size.bytes;
    const last = builds.at(-1);
    if (!last || builds.length < batchSize) break;
    after = last.number;
  }
  return bytes;
}
