import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Build } from '@millrace/contract/api';
import { expect, it, onTestFinished } from 'vitest';
import { killStepsIn } from '../../../testing/runner-process.ts';
import { listFiles } from '../../../testing/s3-server.ts';
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts';
import { createWorkTree, password } from '../../../testing/test-server.ts';

const isDeep = process.env.MILLRACE_TEST_DEEP === '1';
/** Half of them while a cache is stored, half while one is restored. */
const kills = isDeep ? 50 : 2;
const largeBytes = 20_000_000;
const until = { timeout: 60_000, interval: 5 };

/** Each build checks the cache that it has restored, and stores another one. */
const pipeline = `kind: pipeline
type: exec
name: default
platform: { arch: ${arch() === 'x64' ? 'amd64' : arch()} }
cache: { key: 'data-\${DRONE_BUILD_NUMBER}', restore_keys: data-, paths: [data, more] }
steps:
  - name: check
    commands:
      - if [ -e data ] || [ -e more ]; then sha256sum -c --quiet more/sums && echo whole; fi
      - rm -rf data more
  - name: fill
    commands:
      - mkdir data more
      - head -c ${largeBytes} /dev/urandom > data/large
      - for at in $(seq 200); do echo $at > data/$at; done
      - find data -type f -print0 | xargs -0 sha256sum > more/sums
`;

it('no build ever gets a part of a cache if server and runner are killed', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-crash-'));
  const dataDir = join(tempDir, 'data');
  onTestFinished(async () => {
    killStepsIn(tempDir);
    await rm(tempDir, { recursive: true, force: true, maxRetries: 3 });
  });
  const ask = <Row>(sql: string) => {
    using db = new DatabaseSync(join(dataDir, 'millrace.db'), { timeout: 5000 });
    return db.prepare(sql).all() as Row[];
  };
  let server!: ServerProcess;
  let cookie: string;
  const start = async () => {
    server = await startServerProcess({ MILLRACE_DATA: dataDir });
    const answer = await fetch(`${server.url}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'admin', password }),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const call = async <Body>(path: string, method = 'GET') => {
    const answer = await fetch(`${server.url}/api/repos/admin/project${path}`, {
      method,
      headers: { cookie, origin: server.url },
    });
    return (await answer.json()) as Body;
  };
  const statusOf = async (build: number) => (await call<Build>(`/builds/${build}`)).status;
  const untilFinished = async (build: number) => {
    await expect.poll(() => statusOf(build), until).not.toMatch(/pending|running/);
    return statusOf(build);
  };
  const stepStatus = (build: number, name: string) =>
    ask<{ status: string }>(
      `select steps.status from steps join stages on stages.id = steps.stage_id
       join builds on builds.id = stages.build_id
       where builds.number = ${build} and steps.name = '${name}'`,
    )[0]?.status ?? 'pending';
  const isRunning = (build: number, name: string) => stepStatus(build, name) === 'running';
  const expectWholeCaches = async () => {
    const stored = ask<{ key: string; size: number; sha256: string; due: number | null }>(
      `select o.key, o.size, o.sha256, o.due from caches
       join cache_objects o on o.id = caches.object_id`,
    );
    for (const { key, size, sha256, due } of stored) {
      const content = await readFile(join(dataDir, 'artifacts', key));
      const digest = createHash('sha256').update(content).digest('hex');
      expect([due, content.length, digest]).toEqual([null, size, sha256]);
    }
    return stored.length;
  };

  await start();
  const work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'admin/project');
  await work.commit({ '.drone.yml': pipeline });
  await work.git('push', '--quiet', 'origin', 'main');
  expect(await untilFinished(1)).toBe('success');
  expect(await expectWholeCaches()).toBe(1);

  const killedIn = { 'save-cache': 0, 'restore-cache': 0 };
  for (let round = 0; round < kills; round++) {
    const name = round % 2 === 0 ? 'save-cache' : 'restore-cache';
    const { number } = await call<Build>('/builds?branch=main', 'POST');
    await expect.poll(() => stepStatus(number, name), until).not.toBe('pending');
    // The archive is written once, and read or unpacked a second time.
    const target = (2 * largeBytes * Math.floor(round / 2)) / (kills / 2);
    const isThere = async () =>
      (await bytesUnderWay(dataDir)) >= target || !isRunning(number, name);
    await expect.poll(isThere, { ...until, interval: 1 }).toBe(true);
    await server.end('SIGKILL');
    killStepsIn(tempDir);
    if (isRunning(number, name)) killedIn[name]++;
    await start();
    await expectWholeCaches();
    // A build whose check of the restored files fails has the status failure.
    expect(await untilFinished(number)).toMatch(/error|killed|success/);
  }
  expect(Math.min(...Object.values(killedIn))).toBeGreaterThan(0);

  const { number } = await call<Build>('/builds?branch=main', 'POST');
  expect(await untilFinished(number)).toBe('success');
  const lines = await call<{ out: string }[]>(`/builds/${number}/logs/1/3`);
  expect(lines.map(({ out }) => out).join('')).toContain('whole\n');
  const workspaces = async () =>
    (await readdir(join(dataDir, 'runner'))).filter((each) => each.startsWith('stage-'));
  await expect.poll(workspaces, until).toEqual([]);

  // Incomplete objects are deleted when they are due, and nothing else.
  const count = await expectWholeCaches();
  ask('update cache_objects set due = 1 where due is not null');
  await server.end('SIGKILL');
  await start();
  await expect.poll(() => ask('select 1 from cache_objects'), until).toHaveLength(count);
  await expect.poll(() => listFiles(join(dataDir, 'artifacts')), until).toHaveLength(count);
}, 600_000);

/** Returns the bytes of incomplete objects, and of the files that a runner restores or stores. */
async function bytesUnderWay(dataDir: string): Promise<number> {
  const entries = await readdir(dataDir, { recursive: true }).catch(() => []);
  const paths = entries.filter((path) => /\.draft$|-files\//.test(path));
  const sizes = paths.map((path) =>
    stat(join(dataDir, path)).then(
      (file) => file.size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
