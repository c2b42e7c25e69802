import { sql } from 'kysely';
import type { BuildData } from '../../builds/build-data.ts';
import { stepsOfBuilds, sumByBuild } from '../../builds/steps-of-builds.ts';
import type { Db } from '../../db/database.ts';

/** Details of failed tests deleted in one transaction. */
const partSize = 200;

/** Test results of builds, as retention sees them. Names without a build are deleted by their own job. */
export const testsOfBuilds: BuildData = {
  data: 'test',
  measure: async (db, buildIds) =>
    sumByBuild([...(await measureBlocks(db, buildIds)), ...(await measureFailures(db, buildIds))]),
  trim: async (trx, buildId) => {
    const part = trx
      .selectFrom('test_failures')
      .select(['step_id', 'report', 'test_id'])
      .where('step_id', 'in', stepsOfBuilds(trx, [buildId]))
      .limit(partSize);
    const { numDeletedRows } = await trx
      .deleteFrom('test_failures')
      .where(({ eb, refTuple }) =>
        eb(
          refTuple('step_id', 'report', 'test_id'),
          'in',
          part.$asTuple('step_id', 'report', 'test_id'),
        ),
      )
      .executeTakeFirst();
    return numDeletedRows === BigInt(partSize);
  },
  delete: async (trx, buildId) => {
    for (const table of ['test_failures', 'test_blocks', 'test_reports', 'test_results'] as const) {
      await trx
        .deleteFrom(table)
        .where('step_id', 'in', stepsOfBuilds(trx, [buildId]))
        .execute();
    }
  },
};

function measureBlocks(db: Db, buildIds: readonly number[]) {
  return db
    .selectFrom('test_blocks')
    .select(['build_id as buildId', sql<number>`sum(length(entries))`.as('bytes')])
    .where('build_id', 'in', [0, ...buildIds])
    .groupBy('build_id')
    .execute();
}

function measureFailures(db: Db, buildIds: readonly number[]) {
  return db
    .selectFrom('stages')
    .innerJoin('steps', 'steps.stage_id', 'stages.id')
    .innerJoin('test_failures', 'test_failures.step_id', 'steps.id')
    .select(['stages.build_id as buildId', sql<number>`sum(length(texts))`.as('bytes')])
    .where('stages.build_id', 'in', [0, ...buildIds])
    .groupBy('stages.build_id')
    .execute();
}
