import { sql } from 'kysely';
import type { BuildData } from '../../builds/build-data.ts';
import { stepsOfBuilds, sumByBuild } from '../../builds/steps-of-builds.ts';
import type { Db } from '../../db/database.ts';
import { readFrames } from './log-frames.ts';
import type { LogStore } from './log-store.ts';

/** Blocks deleted in one transaction. A block has a megabyte of text at most. */
const partSize = 16;

/** Logs of builds, as retention sees them. */
export function logsOfBuilds(logs: LogStore): BuildData {
  return {
    data: 'log',
    measure: async (db, buildIds) =>
      sumByBuild([...(await measureBlocks(db, buildIds)), ...(await measureObjects(db, buildIds))]),
    trim: async (trx, buildId) => {
      const part = trx
        .selectFrom('log_blocks')
        .select(['step_id', 'last_pos'])
        .where('step_id', 'in', stepsOfBuilds(trx, [buildId]))
        .limit(partSize);
      const { numDeletedRows } = await trx
        .deleteFrom('log_blocks')
        .where(({ eb, refTuple }) =>
          eb(refTuple('step_id', 'last_pos'), 'in', part.$asTuple('step_id', 'last_pos')),
        )
        .executeTakeFirst();
      return numDeletedRows === BigInt(partSize);
    },
    delete: async (trx, buildId) => {
      for (const stepId of await listSteps(trx, buildId)) await logs.delete(stepId, trx);
    },
  };
}

/** Lists the steps of a build that have lines in the database or in objects. */
async function listSteps(trx: Db, buildId: number): Promise<number[]> {
  const steps = stepsOfBuilds(trx, [buildId]);
  const inObjects = trx.selectFrom('log_objects').select('step_id').where('step_id', 'in', steps);
  const rows = await trx
    .selectFrom('log_blocks')
    .select('step_id')
    .where('step_id', 'in', steps)
    .union(inObjects.$narrowType<{ step_id: number }>())
    .execute();
  return rows.map(({ step_id }) => step_id);
}

function measureBlocks(db: Db, buildIds: readonly number[]) {
  return db
    .selectFrom('stages')
    .innerJoin('steps', 'steps.stage_id', 'stages.id')
    .innerJoin('log_blocks', 'log_blocks.step_id', 'steps.id')
    .select(['stages.build_id as buildId', sql<number>`sum(length(lines))`.as('bytes')])
    .where('stages.build_id', 'in', [0, ...buildIds])
    .groupBy('stages.build_id')
    .execute();
}

async function measureObjects(db: Db, buildIds: readonly number[]) {
  const rows = await db
    .selectFrom('stages')
    .innerJoin('steps', 'steps.stage_id', 'stages.id')
    .innerJoin('log_objects', 'log_objects.step_id', 'steps.id')
    .select(['stages.build_id as buildId', 'log_objects.frames'])
    .where('stages.build_id', 'in', [0, ...buildIds])
    // Until the move of a log is complete, its lines are in the database too.
    .where('log_objects.due', 'is', null)
    .execute();
  return rows.map(({ buildId, frames }) => ({
    buildId,
    bytes: readFrames(frames).at(-1)?.to ?? 0,
  }));
}
