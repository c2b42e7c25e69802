import type { BuildEvent, Status } from '@millrace/contract/vocabulary';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isCurrentStage } from '../../builds/attempt-conditions.ts';
import { isOfNoBisection } from '../../builds/build-store.ts';
import { all } from '../../builds/read/build-conditions.ts';
import type { Db } from '../../db/database.ts';
import { inParts } from '../../shared/in-parts.ts';

/** Builds of a repository that were created in a time, of a branch or event. */
export interface TrendScope {
  repoId: number;
  /** Unix seconds: created at `from` or later, and before `to`. */
  from: number;
  to: number;
  branch?: string | undefined;
  event?: BuildEvent | undefined;
}

/** A build that ended with success, failure or error. */
export interface TrendBuild {
  id: number;
  number: number;
  status: Status;
  attempt: number;
  created: number;
  started: number;
  finished: number;
}

/** A stage, or a step of it. */
export interface TrendPart {
  stage: string;
  step?: string | undefined;
}

/** A run of a stage or step. */
export interface TrendRun {
  buildId: number;
  status: Status;
  started: number;
  stopped: number;
}

export interface PartRun {
  stage: string;
  /** Null for the stage itself. */
  step: string | null;
  seconds: number;
}

/** Rows of a statement. SQLite reads them on the main thread. */
const rowsPerQuery = 500;
const buildsPerQuery = 200;

/** Killed, skipped and declined builds say nothing about the code. */
const hasResult = sql<SqlBool>`status in ('success', 'failure', 'error')`;

/** Reads builds, and their stages and steps, in short statements. */
export class TrendReadModel {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /**
   * Counts the builds of a scope, among the newest `limit` builds of its time. `since` is the creation of the
   * oldest of these if the time has more.
   */
  async count(scope: TrendScope, limit: number): Promise<{ builds: number; since?: number }> {
    const { rows } = await sql<{ builds: number; read: number; since: number | null }>`
      select coalesce(sum(case when ${matches(scope)} then 1 else 0 end), 0) as builds,
        count(*) as "read", min(created) as since
      from (
        select created, event, target from builds where ${isOfTime(scope)}
        order by created desc, number desc limit ${limit}
      ) as newest`.execute(this.db);
    const [{ builds, read, since } = { builds: 0, read: 0, since: null }] = rows;
    return { builds, ...(read === limit && since !== null ? { since } : {}) };
  }

  /** Lists every nth build with a result, oldest first. */
  async listBuilds(scope: TrendScope, every: number): Promise<TrendBuild[]> {
    const slice = new TimeSlice();
    const builds: TrendBuild[] = [];
    let last: Pick<TrendBuild, 'created' | 'number'> = { created: scope.from, number: 0 };
    for (;;) {
      const { rows } = await sql<TrendBuild>`
        select id, number, status, attempt, created, started, finished from builds
        where ${isOfTime(scope)} and (created, number) > (${last.created}, ${last.number})
          and number % ${every} = 0 and ${matches(scope)} and ${hasResult}
        order by created, number limit ${rowsPerQuery}`.execute(this.db);
      builds.push(...rows);
      last = rows.at(-1) ?? last;
      if (rows.length < rowsPerQuery) return builds;
      if (slice.isOver()) await slice.next();
    }
  }

  /** Lists the ids of the newest successful builds. */
  async listNewestSuccesses(scope: TrendScope, limit: number): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from builds
      where ${isOfTime(scope)} and ${matches(scope)} and status = 'success'
      order by created desc, number desc limit ${limit}`.execute(this.db);
    return rows.map(({ id }) => id);
  }

  /** Reads commits and titles by id. */
  async describe(ids: readonly number[]) {
    const rows = await this.db
      .selectFrom('builds')
      .select(['id', 'after as commit', 'title', 'message'])
      .where('id', 'in', [0, ...ids])
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Lists the runs of a stage, or of a step of it, in the newest attempts of builds. */
  async listRuns(ids: readonly number[], { stage, step }: TrendPart): Promise<TrendRun[]> {
    return inParts(ids, buildsPerQuery, async (part) => {
      const stages = this.db
        .selectFrom('stages')
        .where('stages.build_id', 'in', part)
        .where('stages.name', '=', stage)
        .where(isCurrentStage);
      if (!step) {
        return stages
          .select(['stages.build_id as buildId', 'stages.status'])
          .select(['stages.started', 'stages.stopped'])
          .execute();
      }
      return stages
        .innerJoin('steps', 'steps.stage_id', 'stages.id')
        .where('steps.name', '=', step)
        .select(['stages.build_id as buildId', 'steps.status', 'steps.started', 'steps.stopped'])
        .execute();
    });
  }

  /** Lists the successful stages and steps of builds, without steps that run in the background. */
  async listParts(buildIds: readonly number[]): Promise<PartRun[]> {
    const isOfBuilds = sql`build_id in (${sql.join([0, ...buildIds])})`;
    const { rows } = await sql<PartRun>`
      select name as stage, null as step, stopped - started as seconds from stages
      where ${isOfBuilds} and status = 'success' and started > 0 and ${isCurrentStage}
      union all
      select stages.name as stage, steps.name as step, steps.stopped - steps.started as seconds
      from stages join steps on steps.stage_id = stages.id
      where ${isOfBuilds} and steps.status = 'success' and steps.started > 0
        and detached = 0 and ${isCurrentStage}`.execute(this.db);
    return rows;
  }
}

/** Builds of the index of trends. */
function isOfTime({ repoId, from, to }: TrendScope): RawBuilder<SqlBool> {
  return sql`repo_id = ${repoId} and ${isOfNoBisection} and created >= ${from} and created < ${to}`;
}

/**
 * Conditions on columns of the index of trends. Because of `coalesce`, no index of branches or events is used, whose
 * builds would have to be sorted for each part of the list.
 */
function matches({ branch, event }: TrendScope): RawBuilder<SqlBool> {
  const conditions = [
    ...(branch ? [sql<SqlBool>`coalesce(target, '') = ${branch}`] : []),
    ...(event ? [sql<SqlBool>`coalesce(event, '') = ${event}`] : []),
  ];
  return all(conditions);
}
