import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { callerOf, callUntilOk } from '../../testing/crash-tests/load.ts';
import { query } from '../../testing/postgres.ts';
import { readToken } from '../../testing/read-token.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../testing/test-database.ts';
import { bearer, createWorkTree, samplePipeline } from '../../testing/test-server.ts';

it('leaves new work to the other servers while it stops', async () => {
  const database = await makePostgresDatabase();
  onTestFinished(() => removeTestDatabase(database));
  const server = await startServerProcess({
    MILLRACE_DATABASE_URL: database,
    MILLRACE_EXEC_VIEW: 'host',
  });
  const tree = await createWorkTree(server, 'admin', 'admin/mill');
  await tree.commit({ '.drone.yml': samplePipeline });
  await tree.git('push', '--quiet', 'origin', 'HEAD:main');
  const call = callerOf(server.url, bearer({ token: await readToken(server.url) }));
  const path = '/api/repos/admin/mill';
  const holder = new pg.Client(database);
  await holder.connect();
  onTestFinished(() => holder.end());

  // The scheduler does not stop before it has checked its jobs, which it does each half minute.
  await callUntilOk(call, 'POST', `${path}/cron`, {
    name: 'nightly',
    expr: '@daily',
    branch: 'main',
  });
  await holder.query('begin');
  await holder.query('lock table crons in access exclusive mode');
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const isWaiting = async () => (await query(database, waiting)).length;
  await expect.poll(isWaiting, { timeout: 120_000 }).toBeGreaterThan(0);
  const ended = server.end('SIGTERM');
  await expect.poll(() => server.output()).toContain('Stopping');
  const { number } = (await callUntilOk(call, 'POST', `${path}/builds`)) as { number: number };
  // It would get a slot once nothing else runs.
  const running = `select 1 from stages where status = 'running'`;
  await expect.poll(async () => (await query(database, running)).length).toBe(0);
  await holder.query('commit');
  expect(await ended).toBe(0);
  const stages = `select stages.runner from stages join builds on builds.id = build_id
    where builds.number = ${number} order by stages.number`;
  expect(await query(database, stages)).toEqual([{ runner: '' }, { runner: '' }]);
});
