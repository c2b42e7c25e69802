import { tagRef } from '@millrace/pipeline/git-ref';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { isPostgres } from '../../db/dialect.ts';
import { type BuildFilter, type Choice, choices } from '../../domain/build-filter.ts';
import { isVisibleToAccounts } from '../../repositories/visible-repos.ts';

/** The repositories in the list of an account, and on request those of others that each account may read. */
export interface AccountScope {
  userId: number;
  includesVisible?: boolean;
}

/** Builds to search: those of a repository, or of all repositories of an account. */
export type BuildScope = { repoId: number } | AccountScope;

export type Condition = RawBuilder<SqlBool>;

/** Columns of the table `builds` with the values of each choice. */
export const choiceColumns: Record<Exclude<Choice, 'repo'>, string> = {
  status: 'status',
  event: 'event',
  branch: 'target',
  author: 'author_login',
  target: 'deploy_to',
  cron: 'cron',
};

/** SQL conditions on a `builds` row, in addition to the scope and the words. */
export function conditionsOf(filter: BuildFilter): Condition[] {
  return [...chosenConditions(filter).values(), ...tagAndTimeConditions(filter)];
}

/** Joins conditions with `and`. Without any, returns one that is always true. */
export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`1 = 1`;
}

/**
 * Selects the builds of a scope with an index of each repository. As an array, Postgres looks each repository up: it might
 * join a subquery last, after it checked the words of every build.
 */
export function isWithin(db: Db, scope: BuildScope): Condition {
  if ('repoId' in scope) return sql`repo_id = ${scope.repoId}`;
  const repos = listedRepos(scope);
  return isPostgres(db) ? sql`repo_id = any(array${repos})` : sql`repo_id in ${repos}`;
}

/**
 * Same as `isWithin`, for a query that first selects builds by other conditions, such as words. The `+` and
 * `coalesce` make it a plain condition on each row, which Postgres checks first. Otherwise Postgres would
 * join the repositories last, after the more expensive conditions.
 */
export function isAmong(scope: BuildScope): Condition {
  if ('repoId' in scope) return sql`+repo_id = ${scope.repoId}`;
  return sql`coalesce(+repo_id in ${listedRepos(scope)}, false)`;
}

/** Subquery of the ids of the repositories of an account. */
export function listedRepos({ userId, includesVisible }: AccountScope): RawBuilder<unknown> {
  const granted = sql`select repo_id from repo_permissions where user_id = ${userId} and "read" = 1`;
  return includesVisible
    ? sql`(${granted} union select id as repo_id from repos where ${isVisibleToAccounts})`
    : sql`(${granted})`;
}

/** Whether a stage waits for an approval, and not only to be started. */
export const waitsForApproval = sql<boolean>`(
  stages.status = 'blocked' and (stages.manual = '' or stages.needs_approval = 1)
)`;

/**
 * Ids of builds with a stage that waits for approval. The statuses are literals, because the planner does not
 * use the partial index for bound values.
 */
const blockedBuilds = sql`(
  select build_id from stages
  where stages.status in ('pending', 'running', 'blocked', 'waiting_on_dependencies')
  and ${waitsForApproval}
)`;

/**
 * Status that filters compare. A build with a stage that waits for approval is stored as `pending` or
 * `running`, as on existing servers, but filters find it as `blocked`. So is one that waits until a person starts a stage.
 */
export const filteredStatus = sql<string>`case
  when status in ('pending', 'running') and id in ${blockedBuilds} then 'blocked' else status end`;

function hasStatus(status: string): Condition {
  if (status === 'blocked') {
    return sql`(status = 'blocked' or (status in ('pending', 'running') and id in ${blockedBuilds}))`;
  }
  if (status !== 'pending' && status !== 'running') return sql`status = ${status}`;
  return sql`status = ${status} and id not in ${blockedBuilds}`;
}

/** Conditions for the chosen values, on rows of `builds`. */
export function chosenConditions(filter: BuildFilter): Map<Choice, Condition> {
  const conditions = chosenOfColumns(filter);
  const { status } = filter.chosen;
  if (status !== undefined) conditions.set('status', hasStatus(status));
  return conditions;
}

/** Conditions for the chosen values, on rows whose status is {@link filteredStatus}. */
export function chosenOfColumns({ chosen }: BuildFilter): Map<Choice, Condition> {
  const conditions = new Map<Choice, Condition>();
  for (const choice of choices) {
    const value = chosen[choice];
    if (value === undefined) continue;
    conditions.set(
      choice,
      choice === 'repo'
        ? sql`repo_id = (select id from repos where slug = ${value})`
        : all([sql`${sql.ref(choiceColumns[choice])} = ${value}`, ...partialIndexOf(choice)]),
    );
  }
  return conditions;
}

/** Most builds have no deployment target and no cron job, so the indexes contain only those that have. */
function partialIndexOf(choice: keyof typeof choiceColumns): Condition[] {
  const isPartial = choice === 'target' || choice === 'cron';
  return isPartial ? [sql`${sql.ref(choiceColumns[choice])} <> ''`] : [];
}

/** Conditions for the tag and for the time of creation. */
export function tagAndTimeConditions({ tag, after, before }: BuildFilter): Condition[] {
  const conditions: Condition[] = [];
  if (tag !== undefined) conditions.push(sql`ref = ${tagRef(tag)}`);
  if (after !== undefined) conditions.push(sql`created >= ${after}`);
  if (before !== undefined) conditions.push(sql`created < ${before}`);
  return conditions;
}
