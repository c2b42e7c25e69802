import type { Failure } from '@millrace/contract/api';
import { type SqlBool, sql } from 'kysely';
import { stageNumber } from '../../builds/attempt-conditions.ts';
import type { Db } from '../../db/database.ts';
import { weekSec } from '../../domain/causes/week.ts';
import type { Page } from '../../http/page.ts';

/** Maximum number of causes of a week, each counted once per repository, that are read for a list. */
const maxRows = 5000;

/** Repositories whose causes are listed: one, or those in the list of an account. */
export type CauseScope = { repoId: number } | { userId: number };

/** Totals of a cause in a repository and a week. */
export interface WeekRow {
  causeId: number;
  repoId: number;
  step: string;
  title: string;
  name: string;
  issue: string;
  firstSeen: number;
  failures: number;
  recovered: number;
  lost: number;
}

/** Reads causes for pages. */
export class CauseReadModel {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the causes of a week, those with the most failures first. */
  async listWeek(scope: CauseScope, week: number): Promise<WeekRow[]> {
    return this.ofWeek(scope, week).execute();
  }

  /** Lists the causes of the week before that have no failure in this week. */
  async listGone(scope: CauseScope, week: number): Promise<WeekRow[]> {
    return this.ofWeek(scope, week - weekSec)
      .where('cause_weeks.cause_id', 'not in', (from) =>
        from
          .selectFrom('cause_weeks as later')
          .select('later.cause_id')
          .where('later.week', '=', week)
          .where(isWithin('later', scope)),
      )
      .execute();
  }

  /** Finds a cause of a repository. */
  async find(repoId: number, causeId: number) {
    return this.db
      .selectFrom('repo_causes')
      .selectAll()
      .where('repo_id', '=', repoId)
      .where('cause_id', '=', causeId)
      .executeTakeFirst();
  }

  /** Lists the totals of a cause in each week from the given one on, oldest first. Weeks without a failure are absent. */
  async listWeeks(repoId: number, causeId: number, from: number) {
    return this.db
      .selectFrom('cause_weeks')
      .select(['week', 'failures', 'lost'])
      .where('repo_id', '=', repoId)
      .where('cause_id', '=', causeId)
      .where('week', '>=', from)
      .orderBy('week')
      .execute();
  }

  /** Lists failures in builds that still exist, newest first. */
  async listFailures(repoId: number, causeId: number, page: Page): Promise<Failure[]> {
    const rows = await this.db
      .selectFrom('failures')
      .innerJoin('steps', 'steps.id', 'failures.step_id')
      .innerJoin('stages', 'stages.id', 'steps.stage_id')
      .innerJoin('builds', 'builds.id', 'stages.build_id')
      .select(['builds.number as build', 'builds.message', 'stages.attempt'])
      .select([stageNumber.as('stage'), 'steps.number as step'])
      .select(['failures.failed', 'steps.stopped', 'failures.recovered'])
      .where('failures.cause_id', '=', causeId)
      .where('builds.repo_id', '=', repoId)
      .orderBy('failures.step_id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return rows.map(({ message, failed, stopped, recovered, ...row }) => ({
      ...row,
      message: message.split('\n', 1)[0] ?? '',
      failed: failed || stopped,
      recovered: recovered === 1,
    }));
  }

  private ofWeek(scope: CauseScope, week: number) {
    return this.db
      .selectFrom('cause_weeks')
      .innerJoin('repo_causes', (join) =>
        join
          .onRef('repo_causes.cause_id', '=', 'cause_weeks.cause_id')
          .onRef('repo_causes.repo_id', '=', 'cause_weeks.repo_id'),
      )
      .select(['cause_weeks.cause_id as causeId', 'cause_weeks.repo_id as repoId'])
      .select(['step_name as step', 'title', 'name', 'issue', 'first_seen as firstSeen'])
      .select(['cause_weeks.failures', 'cause_weeks.recovered', 'cause_weeks.lost'])
      .where('cause_weeks.week', '=', week)
      .where(isWithin('cause_weeks', scope))
      .orderBy('cause_weeks.failures', 'desc')
      .orderBy('cause_weeks.cause_id')
      .limit(maxRows);
  }
}

function isWithin(table: string, scope: CauseScope) {
  const repoId = sql.ref(`${table}.repo_id`);
  if ('repoId' in scope) return sql<SqlBool>`${repoId} = ${scope.repoId}`;
  return sql<SqlBool>`${repoId} in (
    select repo_id from repo_permissions where user_id = ${scope.userId} and "read" = 1
  )`;
}
