import type { Cron } from '@millrace/contract/api';
import type { CronRow } from '../../db/tables.ts';

export function toCronJson(row: CronRow): Cron {
  return {
    id: row.id,
    repo_id: row.repo_id,
    name: row.name,
    expr: row.expr,
    next: row.next,
    prev: row.prev,
    // What existing servers say, though the build's own event is "cron".
    event: 'push',
    branch: row.branch,
    ...(row.target ? { target: row.target } : {}),
    disabled: row.disabled === 1,
    created: row.created,
    updated: row.updated,
    version: row.version,
  };
}
