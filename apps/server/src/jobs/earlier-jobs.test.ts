import { expect, it, onTestFinished } from 'vitest';
import { makeBuild } from '../../testing/make-build.ts';
import { pushSampleRepo, startTestServer } from '../../testing/test-server.ts';
import { moveEarlierJobs } from './earlier-jobs.ts';

it('moves due work of the previous version, once', async () => {
  const server = await startTestServer({ jobs: [] });
  onTestFinished(() => server.stop());
  const { db } = server.core;
  await server.addUser('ada');
  const { id: repo_id } = await pushSampleRepo(server, 'ada');
  const { id: build_id } = await makeBuild(server.core, repo_id);
  const event = '{"delivery":"one"}';
  const delivery = { repo_id, received: 1, due: 5, tries: 2, aside: 1 };
  await db
    .insertInto('hook_deliveries')
    .values([
      { ...delivery, delivery: 'one', event },
      { ...delivery, delivery: 'done', event: null },
    ])
    .execute();
  const status = { repo_id, shown: '', deployment: '', change_id: 1, since: 3, tries: 0 } as const;
  await db
    .insertInto('commit_statuses')
    .values({ ...status, build_id, due: 4 })
    .execute();
  const cron = { repo_id, name: 'nightly', expr: '@daily', next: 9, prev: 6, branch: 'main' };
  const unused = { target: '', disabled: 0 as const, created: 1, updated: 1, version: 1 };
  const { id: cron_id } = await db
    .insertInto('crons')
    .values({ ...cron, ...unused })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('cron_runs').values({ cron_id, due: 6 }).execute();

  expect(await moveEarlierJobs(db)).toBe(3);
  expect(await moveEarlierJobs(db)).toBe(0);
  const place = repo_id;
  expect(await db.selectFrom('jobs').selectAll().orderBy('kind').execute()).toMatchObject([
    {
      kind: 'commit-status',
      key: `${build_id}`,
      place,
      payload: `{"buildId":${build_id}}`,
      due: 4,
    },
    { kind: 'cron-run', key: `${cron_id} 6`, place, payload: `{"cronId":${cron_id},"due":6}` },
    { kind: 'webhook-delivery', key: `${repo_id} one`, place, payload: event, due: 5, tries: 2 },
  ]);
  expect(await db.selectFrom('hook_deliveries').select('event').execute()).toEqual([
    { event: null },
    { event: null },
  ]);
});
