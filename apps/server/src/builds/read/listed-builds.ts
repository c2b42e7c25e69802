import { toBuildJson } from '@millrace/build-host/builds/build-mapper';
import type { Build } from '@millrace/build-rules';
import type { Build as BuildJson } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isCurrentStage } from '../attempt-conditions.ts';
import { waitsForApproval } from './build-conditions.ts';

type Focus = NonNullable<BuildJson['focus']>;

/**
 * Greater than the number of steps of any stage, so that stage and step form one number, whose minimum is the
 * first step.
 */
const stepsPerStage = 1_000_000;
const failedStep = sql<boolean>`steps.status in ('failure', 'error') and steps.errignore = 0`;
const runningStep = sql<boolean>`steps.status = 'running'`;

/** Converts builds to JSON for lists: without stages, but with the first failed or running step, and the need of an approval. */
export async function toListedBuilds(db: Db, builds: readonly Build[]): Promise<BuildJson[]> {
  const isRunning = (status: Build['status']) => status === 'running';
  const mayHaveFailed = (status: Build['status']) => hasFailed(status) || isRunning(status);
  const mayWait = (status: Build['status']) => isRunning(status) || status === 'pending';
  const [failed, running, blocked] = await Promise.all([
    findFirstSteps(db, idsOf(builds, mayHaveFailed), failedStep),
    findFirstSteps(db, idsOf(builds, isRunning), runningStep),
    findBlocked(db, idsOf(builds, mayWait)),
  ]);
  return builds.map((build) => {
    const focus = failed.get(build.id) ?? running.get(build.id);
    return {
      ...toBuildJson(build),
      ...(focus ? { focus } : {}),
      ...(blocked.has(build.id) ? { needs_approval: true } : {}),
    };
  });
}

function idsOf(builds: readonly Build[], matches: (status: Build['status']) => boolean): number[] {
  return builds.filter(({ status }) => matches(status)).map(({ id }) => id);
}

/** Returns the first step of each build for which the condition is true, in its newest attempt. */
async function findFirstSteps(
  db: Db,
  ids: readonly number[],
  condition: typeof failedStep,
): Promise<Map<number, Focus>> {
  if (ids.length === 0) return new Map();
  const first = sql<
    number | string
  >`min(cast(stages.number as bigint) * ${sql.lit(stepsPerStage)} + steps.number)`;
  const rows = await db
    .selectFrom('stages')
    .innerJoin('steps', 'steps.stage_id', 'stages.id')
    .select(['stages.build_id', first.as('first')])
    .where('stages.build_id', 'in', [...ids])
    .where(isCurrentStage)
    .where(condition)
    .groupBy('stages.build_id')
    .execute();
  return new Map(
    rows.map(({ build_id, first }) => [
      build_id,
      {
        stage: Math.floor(Number(first) / stepsPerStage),
        step: Number(first) % stepsPerStage,
      },
    ]),
  );
}

/** Returns the ids of the builds with a stage that waits for an approval. */
async function findBlocked(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('stages')
    .select('build_id')
    .distinct()
    .where('build_id', 'in', [...ids])
    .where(isCurrentStage)
    .where(waitsForApproval)
    .execute();
  return new Set(rows.map(({ build_id }) => build_id));
}
