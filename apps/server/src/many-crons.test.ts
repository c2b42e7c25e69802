import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startServerProcess } from '../testing/server-process.ts';
import { createWorkTree } from '../testing/test-server.ts';

const [jobs, repeats] = process.env.MILLRACE_TEST_DEEP === '1' ? [500, 49] : [200, 0];
const pipeline = 'kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: [echo] }]\n';

it('hundreds of cron jobs of one second block nothing, and a crash loses and repeats none', {
  repeats,
  timeout: 180_000,
}, async () => {
  const first = await startServerProcess({ MILLRACE_RUNNER_CAPACITY: '0' });
  for (const name of ['one', 'two']) {
    const work = await createWorkTree(first, 'admin', `admin/${name}`);
    await work.commit({ '.drone.yml': pipeline });
    await work.git('push', '--quiet', 'origin', 'main');
  }
  await first.end('SIGTERM');
  const db = new DatabaseSync(join(first.dataDir, 'millrace.db'));
  const due = Math.floor(Date.now() / 1000);
  const add = db.prepare(`insert into crons
    (repo_id, name, expr, next, prev, branch, target, disabled, created, updated, version)
    values (?, ?, '@yearly', ?, 0, 'main', '', 0, 0, 0, 1)`);
  db.exec('begin');
  for (let job = 0; job < jobs; job++) add.run((job % 2) + 1, `job-${job}`, due);
  db.exec('commit');
  const countStarted = () =>
    Number(db.prepare("select count(*) as n from builds where event = 'cron'").get()?.n);

  const again = { MILLRACE_RUNNER_CAPACITY: '0', MILLRACE_DATA: first.dataDir };
  const second = await startServerProcess(again);
  await expect.poll(countStarted, { timeout: 30_000, interval: 10 }).toBeGreaterThan(20);
  await second.end('SIGKILL');
  const started = countStarted();
  expect(started).toBeLessThan(jobs);

  const third = await startServerProcess(again);
  let answered = 0;
  while (countStarted() < jobs) {
    expect((await fetch(`${third.url}/healthz`)).status).toBe(200);
    answered++;
  }
  // A server that is held up answers once, when all of them have started.
  expect(answered).toBeGreaterThan(2);
  expect(db.prepare("select * from jobs where kind = 'cron-run'").all()).toEqual([]);
  const names = db.prepare("select cron from builds where event = 'cron'").all();
  expect(new Set(names.map(({ cron }) => cron)).size).toBe(jobs);
  expect(names).toHaveLength(jobs);
  db.close();
});
