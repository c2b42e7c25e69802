import type { Db } from '../db/database.ts';

/** Selects the ids of all steps of builds, in all attempts. */
export function stepsOfBuilds(db: Db, buildIds: readonly number[]) {
  return db
    .selectFrom('steps')
    .innerJoin('stages', 'stages.id', 'steps.stage_id')
    .select('steps.id')
    .where('stages.build_id', 'in', [0, ...buildIds]);
}

/** Adds the bytes of rows by build. */
export function sumByBuild(
  rows: readonly { buildId: number; bytes: number | string | null }[],
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { buildId, bytes } of rows)
    sums.set(buildId, (sums.get(buildId) ?? 0) + Number(bytes ?? 0));
  return sums;
}
