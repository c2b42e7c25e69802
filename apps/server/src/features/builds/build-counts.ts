import type { BuildCounts as BuildCountsJson } from '@millrace/contract/api';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type BuildFilter, type Choice, choices } from '../../domain/build-filter.ts';
import {
  type BuildScope,
  type Condition,
  choiceColumns,
  chosenConditions,
  isWithin,
  tagAndTimeConditions,
  wordConditions,
} from './build-conditions.ts';

const mostValues = 50;

interface Row {
  choice: Choice | null;
  value: string;
  count: number;
}

/** How many builds are found, and how many another value of each choice would find. */
export class BuildCounts {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async count(scope: BuildScope, filter: BuildFilter): Promise<BuildCountsJson> {
    const chosen = chosenConditions(filter);
    const counted = choices.filter((choice) => choice !== 'repo' || 'userId' in scope);
    const { rows } = await sql<Row>`
      with combinations as materialized (
        select repo_id, ${columns}, count(*) as builds from builds
        where ${all([
          isWithin(scope),
          ...tagAndTimeConditions(filter),
          ...wordConditions(scope, filter).map(askedOfEach),
          ...missAtMostOne([...chosen.values()]),
        ])}
        group by repo_id, ${columns}
      )
      select null as choice, '' as value, coalesce(sum(builds), 0) as count
      from combinations where ${all([...chosen.values()])}
      ${sql.join(
        counted.map((choice) => countOf(choice, chosen)),
        sql` `,
      )}
    `.execute(this.db);
    return toJson(rows, counted);
  }
}

/** In the order of the index, which leaves nothing to be sorted. */
const columns = sql.join(Object.values(choiceColumns).map((column) => sql.ref(column)));

function all(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`;
}

/** Where Postgres may join it, it looks each build up, as if the word were in few. */
function askedOfEach(condition: Condition): Condition {
  return sql`coalesce(${condition}, false)`;
}

/** Where two choices are missed, no count that leaves one of them out comes to it. */
function missAtMostOne(chosen: readonly Condition[]): Condition[] {
  if (chosen.length < 2) return [];
  const missed = chosen.map((condition) => sql`case when ${condition} then 0 else 1 end`);
  return [sql`${sql.join(missed, sql` + `)} <= 1`];
}

/** Each value of a choice that builds have, with those that all other choices leave. */
function countOf(choice: Choice, chosen: ReadonlyMap<Choice, Condition>): RawBuilder<unknown> {
  const isRepo = choice === 'repo';
  const column = sql.ref(isRepo ? 'repo_id' : choiceColumns[choice]);
  const others = [...chosen].filter(([other]) => other !== choice).map(([, each]) => each);
  const present: Condition[] = isRepo ? [] : [sql`${column} <> ''`];
  return sql`
    union all
    select ${sql.lit(choice)}, ${isRepo ? sql`(select slug from repos where id = value)` : sql`value`}, builds
    from (
      select ${column} as value, sum(builds) as builds
      from combinations where ${all([...present, ...others])}
      group by ${column} order by sum(builds) desc, ${column} limit ${sql.lit(mostValues)}
    ) as ${sql.ref(`${choice}_counts`)}`;
}

function toJson(rows: readonly Row[], counted: readonly Choice[]): BuildCountsJson {
  const by = Object.fromEntries(
    counted.map((choice) => [
      choice,
      rows.filter((row) => row.choice === choice).map(({ value, count }) => ({ value, count })),
    ]),
  ) as BuildCountsJson['by'];
  return { total: rows.find(({ choice }) => choice === null)?.count ?? 0, by };
}
