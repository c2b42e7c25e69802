import type { Build } from '@millrace/build-rules';
import { type SqlBool, sql } from 'kysely';
import { isOfLine } from '../../builds/line-conditions.ts';
import { LineStore } from '../../builds/line-store.ts';
import type { Db } from '../../db/database.ts';
import type { StepResult } from '../../domain/bisection/find-break.ts';

/** Maximum number of earlier runs of a step that are read. */
const maxRuns = 300;
/** Builds in which older runs are searched. */
const maxNumberDistance = 10_000;

/** Stages that were current at the end of their attempt: not those that were retried in it. */
const isLastTry = sql<SqlBool>`(stages.replaced_in = 0 or stages.replaced_in > stages.attempt)`;

export interface StepHistory {
  /** Result of the step in each build, newest first. */
  results: StepResult[];
  /** All runs of the step, with those of earlier attempts. */
  runs: Pick<StepResult, 'commit' | 'hasFailed'>[];
}

/** Reads the runs of a step in a build and in earlier builds of its line. */
export async function readStepHistory(
  db: Db,
  build: Build,
  { stage, step }: { stage: string; step: string },
): Promise<StepHistory> {
  const line = await new LineStore(db).findLine(build);
  const rows = await db
    .selectFrom('builds')
    .innerJoin('stages', 'stages.build_id', 'builds.id')
    .innerJoin('steps', 'steps.stage_id', 'stages.id')
    .select(['builds.number as build', 'builds.after as commit', 'steps.status'])
    .select('stages.replaced_in as replacedIn')
    .where('builds.repo_id', '=', build.repoId)
    .where(isOfLine(line))
    .where('builds.number', '<=', build.number)
    .where('builds.number', '>', build.number - maxNumberDistance)
    .where('stages.name', '=', stage)
    .where('steps.name', '=', step)
    .where('steps.status', 'in', ['success', 'failure', 'error'])
    .where(isLastTry)
    .orderBy('builds.number', 'desc')
    .limit(maxRuns)
    .execute();
  const runs = rows.map(({ status, ...run }) => ({ ...run, hasFailed: status !== 'success' }));
  return { results: runs.filter(({ replacedIn }) => replacedIn === 0), runs };
}
