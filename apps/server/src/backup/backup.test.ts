import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { execa } from 'execa';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installation, runMillrace } from '../../testing/backup-commands.ts';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import { readToken } from '../../testing/read-token.ts';
import { listFiles } from '../../testing/s3-server.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';
import { uploadArtifact } from '../../testing/upload-artifact.ts';
import { migrations } from '../db/migrations/index.ts';
import { openSqlite } from '../db/sqlite/node-sqlite.ts';
import { retryingDialect } from '../db/sqlite/retrying-driver.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { createBackup } from './create-backup.ts';
import { readFileOnce } from './read-file.ts';
import { listMigrations } from './snapshot-database.ts';

const passphrase = 'a passphrase of enough length';
const secretKey = 'the key of this installation';

let dir: string;
let server: TestServer;
let file: string;
let ada: { token: string };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-backup-'));
  server = await startTestServer({ env: { MILLRACE_SECRET_KEY: secretKey } });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const api = runnerApiOf(server);
  const { step } = await startNextStage(api);
  await server.ports.appendLog(step.id, [{ pos: 0, out: 'hello\n', time: 0 }]);
  await uploadArtifact(api, step.id, 'dist/app', randomBytes(3_000_000));
  // Git then has no loose references and objects.
  const bare = join(server.core.dirs.repositories, 'ada', 'project.git');
  await execa('git', ['-C', bare, 'gc', '--quiet', '--prune=now']);
  file = await backUp('complete', { withObjects: true });
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

async function backUp(name: string, { withObjects = false } = {}): Promise<string> {
  const path = join(dir, name);
  const { config, dirs, clock, artifactStore } = server.core;
  await createBackup({
    ...{ file: path, config, dirs, nowSec: clock.nowSec() },
    objects: withObjects ? artifactStore : null,
    key: { key: Buffer.from(secretKey), passphrase },
  });
  return path;
}

let folders = 0;
/** Settings of an installation that does not exist yet. */
const emptyInstallation = (): Installation => ({
  MILLRACE_DATA: join(dir, `data-${folders++}`),
  MILLRACE_SECRET_KEY: secretKey,
});
const restore = (path: string, installation = emptyInstallation(), ...args: string[]) =>
  runMillrace(installation, ['restore', path, ...args]);

describe('a restored backup', () => {
  it('has the builds, logs, repositories and artifacts', async () => {
    const installation = emptyInstallation();
    expect(await restore(file, installation)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('is restored'),
    });
    const restored = await startServerProcess(installation);
    const get = async (path: string): Promise<Response> =>
      fetch(`${restored.url}/api/repos/ada/project/builds/1${path}`, {
        headers: bearer(ada),
      });
    expect(await (await get('/logs/1/1')).json()).toEqual([{ pos: 0, out: 'hello\n', time: 0 }]);
    const artifact = await (await get('/artifacts/1/1/dist/app')).arrayBuffer();
    const [stored = ''] = await listFiles(server.core.dirs.artifacts);
    expect(Buffer.from(artifact)).toEqual(await readFile(stored));
    const work = await createWorkTree({ url: restored.url, tempDir: dir }, 'ada', 'ada/project');
    expect((await work.git('fetch', 'origin', 'main')).exitCode).toBe(0);
    await work.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
    await work.commit({ new: '1' });
    expect((await work.git('push', 'origin', 'HEAD:main')).exitCode).toBe(0);
    // The hook of the repository reports the push.
    await expect.poll(async () => (await get('/../2')).status).toBe(200);
  });

  it('contains no key, except on request and encrypted', async () => {
    const key = randomBytes(32);
    const { config, dirs } = server.core;
    const path = join(dir, 'with-key');
    await createBackup({
      ...{ file: path, config, dirs, nowSec: 0, objects: null },
      key: { key, passphrase },
    });
    const { MILLRACE_DATA = '' } = emptyInstallation();
    const open = (input: string) =>
      runMillrace({ MILLRACE_DATA }, ['restore', path, '--with-key'], { input });
    expect((await open('another passphrase')).output).toContain(
      'The passphrase does not decrypt the key of this backup',
    );
    expect((await open('short')).output).toContain('at least 12 characters');
    expect((await open(passphrase)).exitCode).toBe(0);
    expect(await readFile(join(MILLRACE_DATA, 'secret.key'), 'utf8')).toBe(
      `${key.toString('hex')}\n`,
    );
  });
});

describe('a restore is refused, and changes nothing,', () => {
  it.each<[string, (bytes: Buffer) => Buffer, string]>([
    [
      'of a truncated file',
      (bytes) => bytes.subarray(0, bytes.length - 100),
      'damaged or incomplete',
    ],
    ['of half a file', (bytes) => bytes.subarray(0, bytes.length / 2), 'damaged or incomplete'],
    [
      'of a damaged file',
      (bytes) => {
        const changed = Buffer.from(bytes);
        changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 0xff;
        return changed;
      },
      'damaged or incomplete',
    ],
    ['of another file', () => randomBytes(10_000), 'is not a backup of Millrace'],
    ['of an empty file', () => Buffer.alloc(0), 'is not a backup of Millrace'],
  ])('%s', async (_, change, message) => {
    const path = join(dir, `changed-${folders}`);
    await writeFile(path, change(await readFile(file)));
    const installation = emptyInstallation();
    const { exitCode, output } = await restore(path, installation);
    expect(exitCode).toBe(1);
    expect(output).toContain(message);
    const { MILLRACE_DATA = '' } = installation;
    expect((await readdir(MILLRACE_DATA)).filter((name) => name.startsWith('restore'))).toEqual([]);
    expect(await readdir(join(MILLRACE_DATA, 'repositories'))).toEqual([]);
    expect(await readFile(join(MILLRACE_DATA, 'millrace.db'))).toHaveLength(0);
  });

  it('of a missing file', async () => {
    const { exitCode, output } = await restore(join(dir, 'nothing'));
    expect(exitCode).toBe(1);
    expect(output).toContain('nothing cannot be read');
  });

  it('into data that exists, unless it is forced', async () => {
    const installation = emptyInstallation();
    await restore(file, installation);
    const again = await restore(file, installation);
    expect(again.output).toContain('is not empty. Restore into an empty one');
    expect((await restore(file, installation, '--force')).exitCode).toBe(0);
  });

  it('while a server uses the folder', async () => {
    const running = await startServerProcess();
    const { output } = await restore(file, { MILLRACE_DATA: running.dataDir }, '--force');
    expect(output).toContain('Another Millrace server uses the data folder');
  });
});

it('of an older version is migrated', async () => {
  const applied = Object.fromEntries(Object.entries(migrations).slice(0, -1));
  const place = join(dir, 'older.db');
  const sqlite = openSqlite(place);
  const db = new Kysely<unknown>({ dialect: retryingDialect(sqlite, openSqlite(place)) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => applied } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await db.destroy();
  const path = join(dir, 'older');
  const writer = new ArchiveWriter(path);
  const names = Object.keys(applied);
  const head = { format: 1, version: '0.1.0', migrations: names, created: 0, hasObjects: false };
  await writer.addText('backup.json', JSON.stringify(head));
  const content = await readFileOnce(place);
  if (!content) throw new Error('No database');
  await writer.add('database.db', content);
  await writer.close();
  const installation = emptyInstallation();
  expect(await restore(path, installation)).toMatchObject({ exitCode: 0 });
  const restored = join(installation.MILLRACE_DATA ?? '', 'millrace.db');
  expect(listMigrations(restored)).toEqual(Object.keys(migrations));
});

it('of a newer version is refused', async () => {
  const path = join(dir, 'newer');
  const writer = new ArchiveWriter(path);
  const head = { format: 2, version: '9.0.0', migrations: [], created: 0, hasObjects: false };
  await writer.addText('backup.json', JSON.stringify(head));
  await writer.close();
  expect((await restore(path)).output).toContain(
    'Millrace 9.0.0 wrote this backup, which is newer',
  );
});

it.each([
  '../outside',
  'repositories/../../outside',
  '/outside',
  'repositories//outside',
  'secret.key',
  'objects/./a',
])('an entry named %s is refused', async (name) => {
  const path = join(dir, `named-${folders}`);
  const writer = new ArchiveWriter(path);
  const head = { format: 1, version: '1.0.0', migrations: [], created: 0, hasObjects: false };
  await writer.addText('backup.json', JSON.stringify(head));
  await writer.addText(name, 'text');
  await writer.close();
  const { exitCode, output } = await restore(path);
  expect(exitCode).toBe(1);
  expect(output).toContain('unexpected entry');
  expect(await readdir(dir)).not.toContain('outside');
});

describe('a backup', () => {
  it('never replaces a file', async () => {
    await expect(backUp('complete')).rejects.toThrow('complete cannot be written');
    await expect(backUp('missing/file')).rejects.toThrow('missing/file cannot be written');
    expect((await readdir(dir)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('needs the data folder of a server', async () => {
    const { exitCode, output } = await runMillrace(emptyInstallation(), [
      'backup',
      join(dir, 'new'),
    ]);
    expect(exitCode).toBe(1);
    expect(output).toContain('has no database. Set MILLRACE_DATA');
  });
});

it('is consistent while pushes and builds run', async () => {
  const source = await startServerProcess({ MILLRACE_RUNNER_CAPACITY: '2' });
  const token = await readToken(source.url);
  const work = await createWorkTree(
    { url: source.url, tempDir: source.tempDir },
    'admin',
    'admin/busy',
  );
  const pipeline =
    'kind: pipeline\ntype: exec\nname: a\nclone: { disable: true }\nsteps: [{ name: b, commands: ["seq 500"] }]\n';
  let isDone = false;
  let pushes = 0;
  const push = async () => {
    await work.commit({ '.drone.yml': pipeline, number: String(pushes++) });
    await work.git('push', '--quiet', 'origin', 'main');
  };
  await push();
  const pushing = (async () => {
    while (!isDone) await push();
  })();
  const path = join(dir, 'under-load');
  const installation = { MILLRACE_DATA: source.dataDir };
  await expect.poll(() => pushes, { timeout: 60_000 }).toBeGreaterThan(4);
  expect(await runMillrace(installation, ['backup', path])).toMatchObject({ exitCode: 0 });
  isDone = true;
  await pushing;
  await source.end('SIGINT');

  const target = emptyInstallation();
  expect(await restore(path, target)).toMatchObject({ exitCode: 0 });
  const { MILLRACE_DATA = '' } = target;
  await cp(join(source.dataDir, 'secret.key'), join(MILLRACE_DATA, 'secret.key'));
  const [restored, original] = await Promise.all([
    startServerProcess({ MILLRACE_DATA, MILLRACE_RUNNER_CAPACITY: '0' }),
    startServerProcess({ MILLRACE_DATA: source.dataDir, MILLRACE_RUNNER_CAPACITY: '0' }),
  ]);
  const read = async <Result>(url: string, path: string): Promise<Result> => {
    const answer = await fetch(`${url}/api/repos/admin/busy/builds${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await answer.json()) as Result;
  };
  const builds = await read<Build[]>(restored.url, '?per_page=100');
  expect(builds.length).toBeGreaterThan(1);
  const clone = await createWorkTree({ url: restored.url, tempDir: dir }, 'admin', 'admin/busy');
  await clone.git('fetch', '--quiet', 'origin', 'main');
  for (const { number, status, after } of builds) {
    expect((await clone.git('cat-file', '-e', after)).exitCode).toBe(0);
    if (status !== 'success') continue;
    expect(await read<Build>(restored.url, `/${number}`)).toEqual(
      await read<Build>(original.url, `/${number}`),
    );
    const log = await read<Line[]>(restored.url, `/${number}/logs/1/1`);
    expect(log).toEqual(await read<Line[]>(original.url, `/${number}/logs/1/1`));
    expect(log).toHaveLength(501);
  }
}, 60_000);
