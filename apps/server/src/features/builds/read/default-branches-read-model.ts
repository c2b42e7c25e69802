import type { DefaultBranch } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';
import { branchRef } from '@millrace/pipeline/git-ref';
import { type RawBuilder, sql } from 'kysely';
import { isOfLine } from '../../../builds/line-conditions.ts';
import { all, type Condition, listedRepos } from '../../../builds/read/build-conditions.ts';
import type { Db } from '../../../db/database.ts';
import { ofBranchState } from '../../../domain/build-line.ts';
import { inParts } from '../../../shared/in-parts.ts';

/** Repositories whose states are read by one statement: about 10 ms on SQLite. */
const reposPerQuery = 50;
/** Limits the search for the last success: a branch may never have had one. */
const maxNumberDistance = 10_000;

const ref = sql<string>`${branchRef('')} || repos.default_branch`;
const isOfRepo = sql<boolean>`builds.repo_id = repos.id`;
const isOfState = all([isOfRepo, isOfLine({ ref, events: ofBranchState })]);
const isOfRef = all([isOfRepo, sql`builds.ref = ${ref}`, sql`builds.bisection = 0`]);
const results = ['success', 'failure', 'error'] as const;
const hasResult = sql<boolean>`builds.status in (${sql.join(results)})`;
const isRecent = sql<boolean>`builds.number > result.number - ${maxNumberDistance}`;

interface Row extends Pick<DefaultBranch, 'slug' | 'branch' | 'number' | 'event' | 'status'> {
  result: Status | null;
  failing_since: number | null;
}

/** Reads the states of the default branches of all repositories in the list of an account. */
export class DefaultBranchesReadModel {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Lists the states by slug. */
  async list(userId: number): Promise<DefaultBranch[]> {
    const { rows } = await sql<{ id: number }>`
      select id from repos where id in ${listedRepos({ userId })} and active = 1
      order by slug`.execute(this.db);
    const ids = rows.map(({ id }) => id);
    return this.listOf(ids);
  }

  /** Lists the states of repositories by slug. */
  listOf(repoIds: readonly number[]): Promise<DefaultBranch[]> {
    return inParts(repoIds, reposPerQuery, (part) => this.readPart(part));
  }

  private async readPart(repoIds: number[]): Promise<DefaultBranch[]> {
    const isSuccess = sql<boolean>`builds.status = 'success'`;
    const lastSuccess = newest('number', all([isOfState, isSuccess, isRecent]));
    const { rows } = await sql<Row>`
      select repos.slug, repos.default_branch as branch, state.number, state.event, state.status,
        result.status as result, case when result.status <> 'success' then (
          select builds.number from builds where ${all([isOfState, hasResult, isRecent])}
            and builds.number > coalesce(${lastSuccess}, 0)
          order by builds.number limit 1
        ) end as failing_since
      from repos
      inner join builds as state on state.id = coalesce(${newest('id', isOfState)}, ${newest('id', isOfRef)})
      left join builds as result on result.id = ${newest('id', all([isOfState, hasResult]))}
      where repos.id in (${sql.join(repoIds)})
      order by repos.slug`.execute(this.db);
    return rows.map(toDefaultBranch);
  }
}

/** Subquery of a column of the newest build that fulfils a condition. */
function newest(column: 'id' | 'number', condition: Condition): RawBuilder<number> {
  return sql`(
    select ${sql.ref(`builds.${column}`)} from builds where ${condition}
    order by builds.number desc limit 1
  )`;
}

function toDefaultBranch({ result, failing_since: since, ...state }: Row): DefaultBranch {
  // A branch without pushes has no line of builds, only the result of its newest one.
  const last = results.find((each) => each === (result ?? state.status));
  return {
    ...state,
    ...(last ? { result: last } : {}),
    ...(since === null ? {} : { failing_since: since }),
  };
}
