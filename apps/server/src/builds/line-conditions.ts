import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { BuildLine } from '../domain/build-line.ts';

type Condition = RawBuilder<SqlBool>;
/** A line, whose ref may be an SQL expression. */
type Line = Omit<BuildLine, 'ref'> & { ref?: string | RawBuilder<string> };

/**
 * SQL condition on `builds`: the build belongs to the line of its repository. Restarts belong to it as `lineOf` of the domain
 * decides: only those of the newest commit at that time.
 */
export function isOfLine(line: Line): Condition {
  const conditions = columnsOf(line, 'builds');
  if (!line.commit && line.deployTo === undefined) {
    const newest = sql`(
      select original.after from builds as original where original.repo_id = builds.repo_id
        and original.number < builds.number and ${isOriginal(line)}
      order by original.number desc limit 1
    )`;
    // The original may have been deleted.
    conditions.push(sql`(builds.parent = 0 or builds.after = coalesce(${newest}, builds.after))`);
  }
  return all(conditions);
}

/** SQL condition on `builds as original`: the build belongs to the line and is not a restart. */
export function isOriginal(line: Line): Condition {
  return all([...columnsOf(line, 'original'), sql`original.parent = 0`]);
}

function columnsOf({ events, ref, cron, deployTo, commit }: Line, table: string): Condition[] {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const conditions: Condition[] = [
    // Builds of bisections say nothing about the newest state of a branch.
    sql`${column('bisection')} = 0`,
    sql`${column('event')} in (${sql.join(events)})`,
  ];
  if (ref !== undefined) conditions.push(sql`${column('ref')} = ${ref}`);
  if (cron !== undefined) conditions.push(sql`${column('cron')} = ${cron}`);
  if (deployTo !== undefined) conditions.push(sql`${column('deploy_to')} = ${deployTo}`);
  if (commit !== undefined) conditions.push(sql`${column('after')} = ${commit}`);
  return conditions;
}

function all(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}
