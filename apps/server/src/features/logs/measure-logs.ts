import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { readFrames } from './log-frames.ts';

/** Builds whose logs are measured with one query. */
const batchSize = 100;

/** Sums the stored bytes of a repository's logs: blocks in the database, and objects. */
export async function measureLogs(db: Db, repoId: number, stopped: AbortSignal): Promise<number> {
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
    bytes += await measureBuilds(
      db,
      builds.map(({ id }) => id),
    );
    const last = builds.at(-1);
    if (!last || builds.length < batchSize) break;
    after = last.number;
  }
  return bytes;
}

async function measureBuilds(db: Db, buildIds: readonly number[]): Promise<number> {
  if (buildIds.length === 0) return 0;
  const blocks = await db
    .selectFrom('stages')
    .innerJoin('steps', 'steps.stage_id', 'stages.id')
    .innerJoin('log_blocks', 'log_blocks.step_id', 'steps.id')
    .select(sql<number | string | null>`sum(length(log_blocks.lines))`.as('bytes'))
    .where('stages.build_id', 'in', buildIds)
    .executeTakeFirstOrThrow();
  const objects = await db
    .selectFrom('stages')
    .innerJoin('steps', 'steps.stage_id', 'stages.id')
    .innerJoin('log_objects', 'log_objects.step_id', 'steps.id')
    .select('log_objects.frames')
    .where('stages.build_id', 'in', buildIds)
    .where('log_objects.due', 'is', null)
    .execute();
  const sizes = objects.map(({ frames }) => readFrames(frames).at(-1)?.to ?? 0);
  return sizes.reduce((sum, size) => sum + size, Number(blocks.bytes ?? 0));
}
