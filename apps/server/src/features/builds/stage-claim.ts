import { RunnerConflict } from '@millrace/contract/runner';
import type { StageRow } from '../../db/tables.ts';

/** Throws unless this runner, known by its id or by having none, has claimed the stage. */
export function requireClaim(
  stage: StageRow | undefined,
  runner: string,
): asserts stage is StageRow {
  if (!stage || stage.machine === '' || stage.runner !== runner) {
    throw new RunnerConflict('The stage belongs to another runner');
  }
}
