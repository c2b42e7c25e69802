import type { Db } from '../db/database.ts';
import type { DataSize } from './build-data.ts';

/** Selects the ids of all steps of builds, in all attempts. */
export function stepsOfBuilds(db: Db, buildIds: readonly number[]) {
  return db
    .selectFrom('steps')
    .innerJoin('stages', 'stages.id', 'steps.stage_id')
    .select('steps.id')
    .where('stages.build_id', 'in', [0, ...buildIds]);
}

/** Rows with more bytes in the database are deleted in parts. */
const maxBytesAtOnce = 256 * 1024;

interface Sum {
  buildId: number;
  bytes: number | string | null;
}

/** Adds the bytes of rows by build. By default, these bytes are in the database. */
export function sumByBuild<Row extends Sum>(
  rows: readonly Row[],
  isLarge: (row: Row, bytes: number) => boolean = (_, bytes) => bytes > maxBytesAtOnce,
): Map<number, DataSize> {
  const sums = new Map<number, DataSize>();
  for (const row of rows) {
    const bytes = (sums.get(row.buildId)?.bytes ?? 0) + Number(row.bytes ?? 0);
    sums.set(row.buildId, { bytes, isLarge: isLarge(row, bytes) });
  }
  return sums;
}
