import { tagRef } from '@millrace/contract/git-ref';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type BuildFilter, type Choice, choices } from '../../domain/build-filter.ts';

/** What is looked through: the builds of a repository, or of all that an account has in its list. */
export type BuildScope = { repoId: number } | { userId: number };

export type Condition = RawBuilder<SqlBool>;

/** The columns of builds that people choose values of. */
export const choiceColumns: Record<Exclude<Choice, 'repo'>, string> = {
  status: 'status',
  event: 'event',
  branch: 'target',
  author: 'author_login',
  target: 'deploy_to',
  cron: 'cron',
};

/** All that has to be so of a row of `builds`, beside that it is within the scope. */
export function conditionsOf(scope: BuildScope, filter: BuildFilter): Condition[] {
  return [
    ...chosenConditions(filter).values(),
    ...tagAndTimeConditions(filter),
    ...wordConditions(scope, filter),
  ];
}

export function isWithin(scope: BuildScope): Condition {
  if ('repoId' in scope) return sql`repo_id = ${scope.repoId}`;
  return sql`repo_id in ${listedRepos(scope.userId)}`;
}

/** The same, for who goes through all builds in their order. */
export function isAmong(userId: number): Condition {
  return sql`+repo_id in ${listedRepos(userId)}`;
}

/** The ids of the repositories that an account has in its list. */
export function listedRepos(userId: number): RawBuilder<unknown> {
  return sql`(select repo_id from repo_permissions where user_id = ${userId} and "read" = 1)`;
}

/** What was chosen, each choice by itself; counts look at all but one of them. */
export function chosenConditions({ chosen }: BuildFilter): Map<Choice, Condition> {
  const conditions = new Map<Choice, Condition>();
  for (const choice of choices) {
    const value = chosen[choice];
    if (value === undefined) continue;
    conditions.set(
      choice,
      choice === 'repo'
        ? sql`repo_id = (select id from repos where slug = ${value})`
        : sql`${sql.ref(choiceColumns[choice])} = ${value}`,
    );
  }
  return conditions;
}

/** Of which tag, and of which time. */
export function tagAndTimeConditions({ tag, after, before }: BuildFilter): Condition[] {
  const conditions: Condition[] = [];
  if (tag !== undefined) conditions.push(sql`ref = ${tagRef(tag)}`);
  if (after !== undefined) conditions.push(sql`created >= ${after}`);
  if (before !== undefined) conditions.push(sql`created < ${before}`);
  return conditions;
}

export function wordConditions(scope: BuildScope, { words }: BuildFilter): Condition[] {
  if (words?.length === 0) return [sql`1 = 0`];
  return (words ?? []).map((word) => hasWord(scope, word));
}

/** No word has the last character that there is, so that all that begins so comes before it. */
const afterAll = '\u{10ffff}';

/** The builds are gone through in their own order, as a word may be in most of them. */
function hasWord(scope: BuildScope, start: string): Condition {
  return sql`+id in (
    select build_id from build_words
    where ${isWithin(scope)} and word >= ${start} and word < ${start + afterAll}
  )`;
}
