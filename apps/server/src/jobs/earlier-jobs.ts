import type { Db } from '../db/database.ts';

/**
 * Moves due work of servers from before migration 0032 into `jobs`. During an upgrade, such a server may
 * still store some. Returns the number of moved jobs.
 */
export async function moveEarlierJobs(db: Db): Promise<number> {
  return (await moveDeliveries(db)) + (await moveStatuses(db)) + (await moveCronRuns(db));
}

async function moveDeliveries(db: Db): Promise<number> {
  const deliveries = db.selectFrom('hook_deliveries').selectAll();
  const rows = await deliveries.where('event', 'is not', null).orderBy('id').execute();
  for (const row of rows) {
    const { id, repo_id, delivery, event, received, due, tries, aside } = row;
    if (event === null) continue;
    await db
      .insertInto('jobs')
      .values({
        kind: 'webhook-delivery',
        key: `${repo_id} ${delivery}`,
        place: repo_id,
        payload: event,
        since: received,
        ...{ due, tries, aside },
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute();
    await db.updateTable('hook_deliveries').set({ event: null }).where('id', '=', id).execute();
  }
  return rows.length;
}

async function moveStatuses(db: Db): Promise<number> {
  const statuses = db.selectFrom('commit_statuses').selectAll();
  const rows = await statuses.where('due', 'is not', null).orderBy('build_id').execute();
  for (const row of rows) {
    const { build_id, repo_id, due, since, tries } = row;
    if (due === null) continue;
    await db
      .insertInto('jobs')
      .values({
        kind: 'commit-status',
        key: String(build_id),
        place: repo_id,
        payload: JSON.stringify({ buildId: build_id }),
        ...{ since, due, tries },
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute();
    await db
      .updateTable('commit_statuses')
      .set({ due: null })
      .where('build_id', '=', build_id)
      .execute();
  }
  return rows.length;
}

async function moveCronRuns(db: Db): Promise<number> {
  const runs = await db
    .selectFrom('cron_runs')
    .innerJoin('crons', 'crons.id', 'cron_runs.cron_id')
    .select(['cron_id', 'due', 'repo_id'])
    .execute();
  for (const { cron_id, due, repo_id } of runs) {
    await db
      .insertInto('jobs')
      .values({
        kind: 'cron-run',
        key: `${cron_id} ${due}`,
        place: repo_id,
        payload: JSON.stringify({ cronId: cron_id, due }),
        since: due,
        due,
        tries: 0,
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute();
    await db
      .deleteFrom('cron_runs')
      .where('cron_id', '=', cron_id)
      .where('due', '=', due)
      .execute();
  }
  return runs.length;
}
