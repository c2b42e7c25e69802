import type { Build } from '@millrace/build-rules';
import type { Status } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import { isCurrentStage, stageNumber } from '../../builds/attempt-conditions.ts';
import type { Db } from '../../db/database.ts';
import { weekOf } from '../../domain/causes/week.ts';

const failedStatuses = ['failure', 'error'] as const satisfies Status[];
const unsuccessfulStatuses = [...failedStatuses, 'killed'] as const satisfies Status[];
/** Maximum number of failed steps of a build whose causes are recognized. */
const maxSteps = 50;

/** Totals of a cause in one repository. */
export interface RepoCause {
  causeId: number;
  repoId: number;
  failures: number;
  recovered: number;
  firstBuild: number;
  firstCommit: string;
  firstSeen: number;
  /** Given by a person in this repository. */
  name: string;
  issue: string;
}

/** A failed step with its cause. */
export interface NewFailure {
  stepId: number;
  step: string;
  causeId: number;
  title: string;
  /** End of the step, in unix seconds. */
  failed: number;
  /** Time that the failed stage ran, in seconds; 0 if another failure of the stage counts it. */
  lost: number;
}

/** Failures of steps, and the totals of their causes in each repository. */
export class FailureStore {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists failed steps of all attempts of a build that have no cause yet. */
  async listNew(buildId: number) {
    return this.db
      .selectFrom('steps')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .leftJoin('failures', 'failures.step_id', 'steps.id')
      .select(['steps.id', 'steps.name', 'steps.exit_code as exitCode', 'steps.error'])
      .select(['steps.stopped', 'steps.stage_id as stageId', 'stages.started as stageStarted'])
      .where('stages.build_id', '=', buildId)
      .where('steps.status', 'in', failedStatuses)
      .where('steps.errignore', '=', 0)
      .where('failures.step_id', 'is', null)
      .orderBy('steps.id')
      .limit(maxSteps)
      .execute();
  }

  async findStep(id: number) {
    return this.db
      .selectFrom('steps')
      .select(['id', 'name', 'exit_code as exitCode', 'error'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** Returns the id of the cause of a failed step. */
  async findCause(stepId: number): Promise<number | undefined> {
    const row = await this.db
      .selectFrom('failures')
      .select('cause_id')
      .where('step_id', '=', stepId)
      .executeTakeFirst();
    return row?.cause_id;
  }

  /** Adds a failure to the totals of its cause. */
  async add(
    { stepId, step, causeId, title, failed, lost }: NewFailure,
    { id, repoId, number, after }: Pick<Build, 'id' | 'repoId' | 'number' | 'after'>,
  ): Promise<void> {
    await this.db
      .insertInto('failures')
      .values({ step_id: stepId, cause_id: causeId, build_id: id, recovered: 0, failed })
      .execute();
    await this.db
      .insertInto('repo_causes')
      .values({
        cause_id: causeId,
        repo_id: repoId,
        failures: 1,
        recovered: 0,
        first_build: number,
        first_commit: after,
        first_seen: failed,
        last_seen: failed,
        step_name: step,
        title,
      })
      .onConflict((known) =>
        known.columns(['cause_id', 'repo_id']).doUpdateSet((row) => ({
          failures: row('repo_causes.failures', '+', 1),
          step_name: step,
          title,
          first_build: ifFirst('first_build'),
          first_commit: ifFirst('first_commit'),
          first_seen: ifFirst('first_seen'),
          last_seen: sql<number>`case when repo_causes.last_seen < excluded.last_seen
            then excluded.last_seen else repo_causes.last_seen end`,
        })),
      )
      .execute();
    await this.db
      .insertInto('cause_weeks')
      .values({
        repo_id: repoId,
        week: weekOf(failed),
        cause_id: causeId,
        failures: 1,
        recovered: 0,
        lost,
      })
      .onConflict((known) =>
        known.columns(['repo_id', 'week', 'cause_id']).doUpdateSet((row) => ({
          failures: row('cause_weeks.failures', '+', 1),
          lost: row('cause_weeks.lost', '+', lost),
        })),
      )
      .execute();
  }

  /** Marks the failures of a build after which the step has succeeded in a later attempt. */
  async markRecovered({ id, repoId }: Pick<Build, 'id' | 'repoId'>): Promise<void> {
    const open = await this.ofBuild(id).where('failures.recovered', '=', 0).execute();
    if (open.length === 0) return;
    const passed = await this.db
      .selectFrom('steps')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .select(['steps.name as step', 'stages.name as stage', 'stages.attempt'])
      .where('stages.build_id', '=', id)
      .where('steps.status', '=', 'success')
      .execute();
    for (const { stepId, causeId, stage, step, attempt, failed } of open) {
      const hasPassed = passed.some(
        (each) => each.stage === stage && each.step === step && each.attempt > attempt,
      );
      if (!hasPassed) continue;
      await this.db
        .updateTable('failures')
        .set({ recovered: 1 })
        .where('step_id', '=', stepId)
        .execute();
      await this.db
        .updateTable('repo_causes')
        .set((row) => ({ recovered: row('recovered', '+', 1) }))
        .where('cause_id', '=', causeId)
        .where('repo_id', '=', repoId)
        .execute();
      await this.db
        .updateTable('cause_weeks')
        .set((row) => ({ recovered: row('recovered', '+', 1) }))
        .where('repo_id', '=', repoId)
        .where('week', '=', weekOf(failed))
        .where('cause_id', '=', causeId)
        .execute();
    }
  }

  /** Lists the failures of the newest attempt of a build. */
  async listCurrent(buildId: number) {
    return this.ofBuild(buildId).where(isCurrentStage).orderBy('stepId').execute();
  }

  /** Lists the totals of causes in all repositories, the first ones first. */
  async listTotals(causeIds: readonly number[]): Promise<RepoCause[]> {
    return this.db
      .selectFrom('repo_causes')
      .select(['cause_id as causeId', 'repo_id as repoId', 'failures', 'recovered'])
      .select(['first_build as firstBuild', 'first_commit as firstCommit'])
      .select(['first_seen as firstSeen', 'name', 'issue'])
      .where('cause_id', 'in', [0, ...causeIds])
      .orderBy('first_seen')
      .orderBy('repo_id')
      .execute();
  }

  /** Returns whether the newest attempt of a build failed only for causes that are retried. */
  async isRetried(buildId: number, repoId: number): Promise<boolean> {
    const rows = await this.db
      .selectFrom('steps')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .leftJoin('failures', 'failures.step_id', 'steps.id')
      .leftJoin('repo_causes', (join) =>
        join
          .onRef('repo_causes.cause_id', '=', 'failures.cause_id')
          .on('repo_causes.repo_id', '=', repoId),
      )
      .select(['repo_causes.retry', 'steps.stage_id as stageId'])
      .where('stages.build_id', '=', buildId)
      .where(isCurrentStage)
      .where('steps.status', 'in', failedStatuses)
      .where('steps.errignore', '=', 0)
      .execute();
    if (rows.length === 0 || rows.some(({ retry }) => retry !== 1)) return false;
    const known = new Set(rows.map(({ stageId }) => stageId));
    // A stage that ended without a failed step, for example because it was killed, has no cause.
    const stages = await this.db
      .selectFrom('stages')
      .select('id')
      .where('build_id', '=', buildId)
      .where(isCurrentStage)
      .where('status', 'in', unsuccessfulStatuses)
      .execute();
    return stages.every(({ id }) => known.has(id));
  }

  private ofBuild(buildId: number) {
    return this.db
      .selectFrom('failures')
      .innerJoin('steps', 'steps.id', 'failures.step_id')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .select(['failures.step_id as stepId', 'failures.cause_id as causeId'])
      .select('failures.failed')
      .select(['stages.name as stage', 'steps.name as step', 'stages.attempt'])
      .select([stageNumber.as('stageNumber'), 'steps.number as stepNumber'])
      .where('failures.build_id', '=', buildId);
  }
}

/** Takes the new value if the new failure is earlier. Failures of earlier builds are stored later. */
function ifFirst<Column extends 'first_build' | 'first_commit' | 'first_seen'>(column: Column) {
  return sql<Column extends 'first_commit' ? string : number>`case
    when (excluded.first_seen, excluded.first_build) < (repo_causes.first_seen, repo_causes.first_build)
    then ${sql.ref(`excluded.${column}`)}
    else ${sql.ref(`repo_causes.${column}`)} end`;
}
