import type { Db } from '../../db/database.ts';
import type { BuildRow } from '../../db/tables.ts';
import { BuildStore } from './build-store.ts';
import { StageStore } from './stage-store.ts';

/** Gives a step the address of its card's template, in the caller's transaction. */
export async function writeStepSchema(
  db: Db,
  stepId: number,
  schema: string,
  nowSec: number,
): Promise<BuildRow> {
  const step = await new StageStore(db).setStepSchema(stepId, schema);
  const { build_id } = await db
    .selectFrom('stages')
    .select('build_id')
    .where('id', '=', step.stage_id)
    .executeTakeFirstOrThrow();
  return new BuildStore(db).update(build_id, { updated: nowSec });
}
