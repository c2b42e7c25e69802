import type { BuildCounts as BuildCountsJson } from '@millrace/contract/api';
import { type RawBuilder, sql } from 'kysely';
import {
  all,
  type BuildScope,
  type Condition,
  choiceColumns,
  chosenConditions,
  chosenOfColumns,
  filteredStatus,
  isAmong,
  isWithin,
  tagAndTimeConditions,
} from '../../../builds/read/build-conditions.ts';
import { findNewestBuilds } from '../../../builds/read/newest-builds.ts';
import { findRareTime } from '../../../builds/read/rare-time.ts';
import { planWordSearch } from '../../../builds/read/word-search.ts';
import type { Db } from '../../../db/database.ts';
import { type BuildFilter, type Choice, choices } from '../../../domain/build-filter.ts';

const maxValues = 50;
/**
 * Maximum number of builds to count. In a longer list only the newest builds are counted, which limits the
 * duration.
 */
const maxCounted = 10_000;

interface Row {
  choice: Choice | null;
  value: string;
  count: number;
}

/** Counts the builds that match a filter, and for each choice the builds that its other values would match. */
export class BuildCounts {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async count(scope: BuildScope, filter: BuildFilter): Promise<BuildCountsJson> {
    const chosen = chosenOfColumns(filter);
    const counted = choices.filter((choice) => choice !== 'repo' || 'userId' in scope);
    const { conditions, isPartial } = await this.findCounted(scope, filter);
    const { rows } = await sql<Row>`
      with combinations as materialized (
        select repo_id, ${columns}, count(*) as builds from (
          select repo_id, ${filteredColumns} from builds
          where ${all([
            ...conditions,
            ...tagAndTimeConditions(filter),
            ...missAtMostOne([...chosenConditions(filter).values()]),
          ])}
        ) as found
        group by repo_id, ${columns}
      )
      select null as choice, '' as value, coalesce(sum(builds), 0) as count
      from combinations where ${all([...chosen.values()])}
      ${sql.join(
        counted.map((choice) => countOf(choice, chosen)),
        sql` `,
      )}
    `.execute(this.db);
    return { ...toJson(rows, counted), ...(isPartial ? { newest: maxCounted } : {}) };
  }

  /** Returns conditions on the builds to count: those with a rare word, or the newest ones. */
  private async findCounted(scope: BuildScope, filter: BuildFilter) {
    const { checks, lookUp, isRare } = await planWordSearch(this.db, scope, filter);
    if (isRare) return { conditions: [isAmong(scope), ...lookUp], isPartial: false };
    const rareTime = 'userId' in scope ? await findRareTime(this.db, filter) : null;
    if (rareTime) {
      return { conditions: [isAmong(scope), rareTime, ...checks], isPartial: false };
    }
    const isOfTime = filter.after !== undefined || filter.before !== undefined;
    // For a tag, or a time in one repository, an index finds the builds fast enough.
    const isNarrow = filter.tag !== undefined || (isOfTime && 'repoId' in scope);
    const newest = isNarrow ? null : await findNewestBuilds(this.db, scope, maxCounted, filter);
    const counted = newest ?? isWithin(this.db, scope);
    return { conditions: [counted, ...checks], isPartial: newest !== null };
  }
}

const filteredColumns = sql.join(
  Object.values(choiceColumns).map((column) =>
    column === 'status' ? sql`${filteredStatus} as status` : sql.ref(column),
  ),
);

const columns = sql.join(Object.values(choiceColumns).map((column) => sql.ref(column)));

/** Excludes builds that fail two of the chosen conditions: each count ignores only one of them. */
function missAtMostOne(chosen: readonly Condition[]): Condition[] {
  if (chosen.length < 2) return [];
  const missed = chosen.map((condition) => sql`case when ${condition} then 0 else 1 end`);
  return [sql`${sql.join(missed, sql` + `)} <= 1`];
}

/** Counts the builds for each value of a choice, among those that match all other choices. */
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
      group by ${column} order by sum(builds) desc, ${column} limit ${sql.lit(maxValues)}
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
