// Time and memory of `millrace import drone` from a SQLite file with 100,000 builds, into SQLite and Postgres, and
// of the second import, which finds nothing new. Another number: `npm run bench -- import-drone 10000`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { createDroneDatabase } from '../apps/server/testing/drone/drone-schema.ts';
import { writeSampleDrone } from '../apps/server/testing/drone/sample-drone.ts';
import { startStubGitea } from '../apps/server/testing/drone/stub-gitea.ts';
import { query, startPostgres } from '../apps/server/testing/postgres.ts';
import { readRssOf } from './support/processes.ts';
import { print } from './support/statistics.ts';

const builds = Number(process.argv[2] ?? 100_000);
const key = 'd'.repeat(32);
const sampleMs = 100;

const dir = await mkdtemp(join(tmpdir(), 'millrace-import-bench-'));
const gitea = await startStubGitea();
const postgres = await startPostgres({ fsync: 'on' });
try {
  const path = join(dir, 'core.sqlite');
  const writer = await createDroneDatabase('sqlite3', path);
  await writeSampleDrone(writer, { builds, key, isMixed: true });
  await writer.close();
  print(`${builds} builds, ${((await stat(path)).size / 1e6).toFixed(0)} MB`);
  await measure('SQLite', path, { MILLRACE_DATA: join(dir, 'sqlite') });
  if (postgres) {
    await query(postgres.urlOf('postgres'), 'create database imported');
    const url = postgres.urlOf('imported');
    await measure('Postgres', path, {
      MILLRACE_DATA: join(dir, 'postgres'),
      MILLRACE_DATABASE_URL: url,
    });
  }
} finally {
  gitea.stop();
  await postgres?.remove();
  await rm(dir, { recursive: true, force: true });
}

async function measure(name: string, path: string, target: Record<string, string>): Promise<void> {
  for (const time of ['first', 'second']) {
    const before = performance.now();
    const child = spawn(
      process.execPath,
      [program, 'import', 'drone', '--from', 'sqlite3', path, '--secret', key],
      {
        env: { PATH: process.env.PATH, ...gitea.settings, ...target },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    let peakMb = 0;
    const sampling = setInterval(() => {
      if (child.pid) peakMb = Math.max(peakMb, readRssOf(child.pid) || 0);
    }, sampleMs);
    const [exitCode] = await once(child, 'exit');
    clearInterval(sampling);
    if (exitCode !== 0) throw new Error(`The import failed: ${exitCode}`);
    const seconds = (performance.now() - before) / 1000;
    print(
      `${name}, ${time} import: ${seconds.toFixed(1)} s, ${(builds / seconds).toFixed(0)} builds/s, ` +
        `${peakMb.toFixed(0)} MB of memory`,
    );
  }
}
