import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '@millrace/node-kit/clock';
import { findFreePort } from '@millrace/test-support/free-port';
import { program } from '@millrace/test-support/program';
import { expect, it, onTestFinished } from 'vitest';
import { runMillrace } from '../../../testing/backup-commands.ts';
import { compareBuild } from '../../../testing/drone/compare-builds.ts';
import { createDroneDatabase } from '../../../testing/drone/drone-schema.ts';
import { sampleBuild, tokenOf, writeSampleDrone } from '../../../testing/drone/sample-drone.ts';
import { startStubGitea } from '../../../testing/drone/stub-gitea.ts';
import { startServerProcess } from '../../../testing/server-process.ts';

const isDeep = process.env.MILLRACE_TEST_DEEP === '1';
const builds = isDeep ? 100_000 : 800;
const kills = isDeep ? 20 : 2;
const readers = 8;
const key = 'd'.repeat(32);

it(
  'an import that is killed continues, and imports everything once',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'millrace-import-crash-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
    const gitea = await startStubGitea();
    onTestFinished(() => gitea.stop());
    const path = join(dir, 'core.sqlite');
    const writer = await createDroneDatabase('sqlite3', path);
    await writeSampleDrone(writer, { builds, key, isMixed: true });
    await writer.close();
    const dataDir = join(dir, 'data');
    const port = await findFreePort();
    const address = { MILLRACE_URL: `http://127.0.0.1:${port}`, MILLRACE_PORT: String(port) };
    const env = { MILLRACE_DATA: dataDir, ...gitea.settings, ...address };
    const args = ['import', 'drone', '--from', 'sqlite3', path, '--secret', key];
    for (let kill = 0; kill < kills; kill++) {
      const child = spawn(process.execPath, [program, ...args], {
        stdio: 'ignore',
        env: { PATH: process.env.PATH, ...env },
      });
      const ended = once(child, 'exit');
      // Spread over the import, from its start on.
      while (countBuilds(dataDir) < (builds * kill) / kills && child.exitCode === null) {
        await systemClock.wait(20);
      }
      await systemClock.wait(Math.random() * 100);
      child.kill('SIGKILL');
      await ended;
      expect(child.signalCode).toBe('SIGKILL');
    }
    const last = await runMillrace(env, args);
    expect(last).toMatchObject({ exitCode: 0 });
    const again = await runMillrace(env, args);
    expect(again.output).toContain(`builds: 0 added, ${builds} already there, 0 left out`);
    expect(again.exitCode).toBe(0);
    const server = await startServerProcess({ ...env, MILLRACE_RUNNER_CAPACITY: '0' });
    const headers = { authorization: `Bearer ${tokenOf('boss')}` };
    const read = async (url: string): Promise<unknown> => {
      const answer = await fetch(`${server.url}${url}`, { headers });
      expect(answer.status, url).toBe(200);
      return answer.json();
    };
    const indexes = Array.from({ length: builds }, (_, index) => index).values();
    const compareAll = async () => {
      for (const index of indexes) await compareBuild(sampleBuild(index), read);
    };
    await Promise.all(Array.from({ length: readers }, compareAll));
    expect(countBuilds(dataDir)).toBe(builds);
  },
  isDeep ? 1_800_000 : 180_000,
);

function countBuilds(dataDir: string): number {
  try {
    const database = new DatabaseSync(join(dataDir, 'millrace.db'), { readOnly: true });
    try {
      return Number(database.prepare('select count(*) as count from builds').get()?.count);
    } finally {
      database.close();
    }
  } catch {
    // The import has not created the database yet.
    return 0;
  }
}
