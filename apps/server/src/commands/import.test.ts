import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { runMillrace } from '../../testing/backup-commands.ts';
import { createDroneDatabase } from '../../testing/drone/drone-schema.ts';
import { writeSampleDrone } from '../../testing/drone/sample-drone.ts';
import { startStubGitea } from '../../testing/drone/stub-gitea.ts';
import { startServerProcess } from '../../testing/server-process.ts';

const key = 'd'.repeat(32);
let dir: string;
let path: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-import-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  path = join(dir, 'core.sqlite');
  const writer = await createDroneDatabase('sqlite3', path);
  await writeSampleDrone(writer, { builds: 4, key });
  await writer.close();
});

const run = (args: string[], env: Record<string, string> = {}) =>
  runMillrace({ MILLRACE_DATA: join(dir, 'data'), ...env }, ['import', ...args]);

function query(sql: string): unknown[] {
  const database = new DatabaseSync(join(dir, 'data', 'millrace.db'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

it('imports a Drone server, and reports what it left out', async () => {
  const gitea = await startStubGitea();
  onTestFinished(() => gitea.stop());
  const { exitCode, output } = await run(['drone', '--from', 'sqlite3', path], {
    ...gitea.settings,
    DRONE_DATABASE_SECRET: key,
  });
  expect(output).toContain('\nbuilds: 4 added, 0 already there, 0 left out\n');
  expect(output).toMatch(/^ {2}1 left out: the schedule at noon is invalid/m);
  expect(exitCode).toBe(0);
  expect(query('select action, credential, details from audit_events')).toMatchObject([
    { action: 'server.import', credential: 'command_line', details: '{"from":"sqlite3"}' },
  ]);
});

it('lets all work wait until a person resumes it, unless it is asked not to', async () => {
  const gitea = await startStubGitea();
  onTestFinished(() => gitea.stop());
  const env = { ...gitea.settings, DRONE_DATABASE_SECRET: key };
  const drone = ['drone', '--from', 'sqlite3', path];
  const waits = 'Start them with "millrace resume".';
  const held = "select value from server_state where name = 'work-held'";
  expect((await run(drone, env)).output).toContain(waits);
  expect(query(held)).toHaveLength(1);
  const server = await startServerProcess({ ...env, MILLRACE_DATA: join(dir, 'data') });
  await expect.poll(server.output).toContain('The data were restored or imported.');
  await server.end('SIGTERM');
  const resumed = await run([...drone, '--resume'], env);
  expect(resumed).toMatchObject({ exitCode: 0, output: expect.not.stringContaining(waits) });
  expect(query(held)).toEqual([]);
});

it('counts the rows in a dry run, without a forge', async () => {
  const { exitCode, output } = await run([
    'drone',
    '--from',
    'sqlite3',
    path,
    '--secret',
    key,
    '--dry-run',
  ]);
  expect(output).toMatch(/^users: 4 rows\n(.*\n)*builds: 4 rows\n/);
  expect(exitCode).toBe(0);
});

it.each([
  [['other', '--from', 'sqlite3'], 'Usage:\n  millrace import drone'],
  [['drone', '--from', 'oracle'], 'Usage:\n  millrace import drone'],
  [
    ['drone', '--from', 'sqlite3', '--dry-run', '--secret', 'x'.repeat(32)],
    'The value of --secret does not',
  ],
  [['drone', '--from', 'sqlite3', '--secret', key], 'Set MILLRACE_FORGE'],
  [['drone', '--from', 'sqlite3', '--logs', 'ftp://logs'], '--logs must'],
])('rejects %j with a message', async (args, message) => {
  const { exitCode, output } = await run([...args, path], { MILLRACE_FORGE: 'builtin' });
  expect(output).toContain(message);
  expect(exitCode).toBe(1);
});

it('does not run beside a server', async () => {
  const server = await startServerProcess();
  const { exitCode, output } = await run(['drone', '--from', 'sqlite3', path, '--secret', key], {
    MILLRACE_DATA: server.dataDir,
  });
  expect(output).toContain('Another Millrace server uses the data folder');
  expect(exitCode).toBe(1);
});
