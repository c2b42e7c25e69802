import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Build, Line } from '@millrace/contract/api';
import { skipIf } from '@millrace/test-support/skip-if';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts';
import { createWorkTree, password } from '../../../testing/test-server.ts';
import { testStores } from '../../../testing/test-stores.ts';

const until = { timeout: 60_000, interval: 20 };
const stages = 6;
/** In the deep run 52 in all. */
const [crashes, repeats] = process.env.MILLRACE_TEST_DEEP === '1' ? [4, 12] : [2, 0];
const lineCount = 3000;

describe.for(testStores)('logs that are moved to $name', ({ isThere, start }) => {
  it('are complete whenever the server is killed', {
    repeats,
    ...skipIf(!isThere && 'MILLRACE_TEST_S3 is not set'),
  }, async () => {
    const testStore = await start();
    onTestFinished(() => testStore.stop());
    const tempDir = await mkdtemp(join(tmpdir(), 'millrace-crash-'));
    onTestFinished(() => rm(tempDir, { recursive: true, force: true, maxRetries: 3 }));
    const dataDir = join(tempDir, 'data');
    const startServer = () =>
      startServerProcess({ ...testStore.env, MILLRACE_DATA: dataDir, MILLRACE_EXEC_VIEW: 'host' });
    const database = () => {
      const db = new DatabaseSync(join(dataDir, 'millrace.db'), { readOnly: true, timeout: 5000 });
      const count = (what: string) =>
        Number(db.prepare(`select count(*) as n from ${what}`).get()?.n);
      return { count, [Symbol.dispose]: () => db.close() };
    };

    let server = await startServer();
    const work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'admin/project');
    await work.commit({ '.drone.yml': Array.from({ length: stages }, stage).join('---\n') });
    await work.git('push', '--quiet', 'origin', 'main');
    // Killed when an object was noted, then when one more was moved, and so on.
    for (let moved = 0; moved < crashes; moved++) {
      await expect
        .poll(() => {
          using db = database();
          return db.count('log_objects');
        }, until)
        .toBeGreaterThan(moved);
      await server.end('SIGKILL');
      server = await startServer();
    }
    const get = await signIn(server);
    const path = '/api/repos/admin/project/builds/1';
    await expect
      .poll(async () => (await get<Build>(path)).status, until)
      .not.toMatch(/running|pending/);
    await expect
      .poll(() => {
        using db = database();
        return db.count('log_blocks');
      }, until)
      .toBe(0);
    const build = await get<Build>(path);
    let whole = 0;
    for (const { number, steps = [] } of build.stages ?? []) {
      for (const { number: step, status } of steps) {
        const lines = await get<Line[]>(`${path}/logs/${number}/${step}`);
        expect(lines.map(({ pos }) => pos)).toEqual(lines.map((_, at) => at));
        if (status !== 'success' || step === 1) continue;
        whole++;
        expect(lines.filter(({ out }) => /^line \d+$/m.test(out))).toHaveLength(lineCount);
      }
    }
    expect(whole).toBeGreaterThan(0);
    // Only objects that were recorded but not moved remain, to be deleted.
    using db = database();
    const objects = await testStore.list();
    expect(objects.length).toBeLessThanOrEqual(db.count('log_objects'));
    expect(db.count('log_objects where due is null and step_id is not null')).toBeGreaterThan(0);
  });
});

const stage = (_: unknown, number: number) => `kind: pipeline
type: exec
name: s${number}
steps:
  - name: print
    commands: ["seq -f 'line %.0f' 1 ${lineCount}"]
`;

async function signIn({ url }: ServerProcess) {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async <Answer>(path: string): Promise<Answer> =>
    (await fetch(url + path, { headers: { cookie } })).json() as Promise<Answer>;
}
