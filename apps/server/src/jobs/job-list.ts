import type { Job as JobJson, JobList as JobListJson } from '@millrace/contract/api';
import type { JobState } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import { contains } from '../db/contains.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';

export interface JobFilter {
  kind?: string | undefined;
  state?: string | undefined;
  /** Part of the key, the repository or the error. */
  q?: string | undefined;
}

/** Lists, retries and drops the jobs of all kinds. */
export class JobList {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Lists jobs: failed ones first, newest first, then the next ones due. */
  async list({ kind, state, q }: JobFilter, nowSec: number, limit: number): Promise<JobJson[]> {
    let jobs = this.db
      .selectFrom('jobs')
      .leftJoin('repos', 'repos.id', 'jobs.place')
      .select(['jobs.id', 'jobs.kind', 'jobs.key', 'jobs.since', 'jobs.due', 'jobs.tries'])
      .select(['jobs.error', 'repos.slug', stateAt(nowSec).as('state')])
      .orderBy(sql`case when jobs.error is null then 1 else 0 end`)
      .orderBy(sql`case when jobs.error is null then jobs.due else -jobs.due end`)
      .orderBy('jobs.id')
      .limit(limit);
    if (kind) jobs = jobs.where('jobs.kind', '=', kind);
    if (state) jobs = jobs.where(sql<boolean>`${stateAt(nowSec)} = ${state}`);
    if (q) {
      const columns = ['jobs.key', 'repos.slug', 'jobs.error'];
      jobs = jobs.where(({ or }) => or(columns.map((column) => contains(column, q))));
    }
    const rows = await jobs.execute();
    return rows.map(({ slug, error, ...row }) => ({
      ...row,
      repo: slug ?? '',
      error: error ?? '',
    }));
  }

  /** Counts jobs by kind and state. */
  async count(nowSec: number): Promise<JobListJson['counts']> {
    const rows = await this.db
      .selectFrom('jobs')
      .select(['kind', stateAt(nowSec).as('state'), sql<number>`count(*)`.as('count')])
      .groupBy(['kind', 'state'])
      .orderBy('kind')
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  /** Makes a job due now, as if it had just been added. Returns false if it does not exist. */
  async retry(id: number, nowSec: number): Promise<boolean> {
    const { numUpdatedRows } = await inTransaction(this.db, (trx) =>
      trx
        .updateTable('jobs')
        .set((job) => ({
          since: nowSec,
          due: nowSec,
          tries: 0,
          aside: 0,
          error: null,
          revision: job('revision', '+', 1),
        }))
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  /** Deletes a job. Returns false if it does not exist. */
  async drop(id: number): Promise<boolean> {
    const { numDeletedRows } = await inTransaction(this.db, (trx) =>
      trx.deleteFrom('jobs').where('id', '=', id).executeTakeFirst(),
    );
    return numDeletedRows > 0n;
  }
}

function stateAt(nowSec: number) {
  return sql<JobState>`case
    when jobs.error is not null then 'failed'
    when jobs.tries > 0 then 'retried'
    when jobs.due > cast(${nowSec} as bigint) then 'waiting'
    else 'due' end`;
}
