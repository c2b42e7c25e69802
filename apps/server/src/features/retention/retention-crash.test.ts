import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { launchServerProcess, startServerProcess } from '../../../testing/server-process.ts';
import { createWorkTree, samplePipeline } from '../../../testing/test-server.ts';

const kills = process.env.MILLRACE_TEST_DEEP === '1' ? 50 : 2;
const buildCount = 1500;
const until = { timeout: 60_000, interval: 10 };

it('continues where it was when its server is killed', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-retention-crash-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true, maxRetries: 3 }));
  const dataDir = join(tempDir, 'data');
  const env = { MILLRACE_DATA: dataDir, MILLRACE_RUNNER_CAPACITY: '0' };
  const first = await startServerProcess(env);
  const work = await createWorkTree({ url: first.url, tempDir }, 'admin', 'admin/project');
  await work.commit({ '.drone.yml': samplePipeline });
  await work.git('push', '--quiet', 'origin', 'main');
  await first.end('SIGINT');
  fill(dataDir);

  const limited = { ...env, MILLRACE_BUILD_COUNT: '10' };
  for (let kill = 0; kill < kills; kill++) {
    const before = count(dataDir, 'builds');
    const server = await launchServerProcess(limited);
    await expect.poll(() => count(dataDir, 'builds') < before || before <= 11, until).toBe(true);
    await server.end('SIGKILL');
  }
  const server = await startServerProcess(limited);
  // The unfinished build of the push is retained in addition.
  await expect.poll(() => count(dataDir, 'builds'), until).toBe(11);
  expect(count(dataDir, 'stages')).toBe(12);
  expect(count(dataDir, 'steps')).toBe(10);
  expect(count(dataDir, 'log_blocks')).toBe(10);
  await server.end('SIGINT');
  using db = new DatabaseSync(join(dataDir, 'millrace.db'));
  expect(db.prepare('pragma foreign_key_check').all()).toEqual([]);
  expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
}, 300_000);

/** Adds finished builds with a stage, a step and a log each, after the build of the push. */
function fill(dataDir: string): void {
  using db = new DatabaseSync(join(dataDir, 'millrace.db'));
  const copy = (table: string, changed: Record<string, string>) => {
    const columns = db
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => `"${String(name)}"`);
    const values = columns.map((column) => changed[column.slice(1, -1)] ?? `t.${column}`);
    db.exec(`with recursive n(i) as (select 2 union all select i + 1 from n where i <= ${buildCount})
      insert into ${table} (${columns.join()}) select ${values.join()}
      from n, (select * from ${table} where id = 1) t`);
  };
  const done = { status: "'failure'", version: '1' };
  const ids = { id: '1000 + i', number: 'i' };
  copy('builds', { ...ids, ...done, created: '1000', finished: '1000', delivery: 'null' });
  copy('stages', { ...ids, ...done, number: '1', build_id: '1000 + i' });
  db.exec(`insert into steps (stage_id, number, name, status, error, errignore, exit_code, started,
    stopped, version, depends_on, image, detached, schema, log_deleted)
    select id, 1, 'step', 'success', '', 0, 0, 1, 2, 1, '[]', '', 0, '', 0 from stages where id > 1000`);
  db.exec(`insert into log_blocks (step_id, first_pos, last_pos, bytes, lines)
    select id, 0, 9, 100, randomblob(20000) from steps`);
  db.exec(`update repos set counter = ${buildCount + 1}`);
}

function count(dataDir: string, table: string): number {
  using db = new DatabaseSync(join(dataDir, 'millrace.db'), { readOnly: true, timeout: 5000 });
  return Number(db.prepare(`select count(*) as count from ${table}`).get()?.count);
}
