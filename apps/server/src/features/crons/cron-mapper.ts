import type { Cron as CronJson } from '@millrace/contract/api';
import type { Cron } from '../../domain/cron.ts';
import { zoneOf } from '../../domain/cron-expression.ts';

export function toCronJson(cron: Cron): CronJson {
  return {
    id: cron.id,
    repo_id: cron.repoId,
    name: cron.name,
    expr: cron.expr,
    time_zone: zoneOf(cron),
    next: cron.next,
    prev: cron.prev,
    // Drone clients expect this value, although the build's own event is "cron".
    event: 'push',
    branch: cron.branch,
    ...(cron.target ? { target: cron.target } : {}),
    disabled: cron.disabled,
    ...(cron.error ? { error: cron.error } : {}),
    created: cron.created,
    updated: cron.updated,
    version: cron.version,
  };
}
