import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Build, Line } from '@millrace/contract/api';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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
import { readConfig } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { migrations } from '../db/migrations/index.ts';
import { run } from '../db/migrations/run.ts';
import { logsPort } from '../features/logs/port.ts';
import { extractBackup } from './archive-reader.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
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
  await server.ask(logsPort).appendLog(step.id, [{ pos: 0, out: 'hello\n', time: 0 }]);
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
    file: path,
    config,
    dirs,
    nowSec: clock.nowSec(),
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
    expect(await runMillrace(installation, ['resume'])).toMatchObject({ exitCode: 0 });
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
      file: path,
      config,
      dirs,
      nowSec: 0,
      objects: null,
      key: { key, passphrase },
    });
    const { MILLRACE_DATA = '' } = emptyInstallation();
    const open = (input: string) =>
      runMillrace({ MILLRACE_DATA }, ['restore', path, '--with-key'], { input });
    expect((await open('another passphrase')).output).toContain(
      'The passphrase does not decrypt the key of this backup',
    );
    expect((await open('short')).output).toContain('at least 12 characters');
    // Without the objects of the original.
    expect((await open(passphrase)).exitCode).toBe(2);
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
  migrations['9999-mills'] = { up: (db) => run(db, 'create table mills (id integer);\n') };
  onTestFinished(() => void Reflect.deleteProperty(migrations, '9999-mills'));
  const config = readConfig(emptyInstallation());
  const dirs = await openDataDir(config);
  await restoreBackup({
    file,
    config,
    dirs,
    isForced: false,
    readPassphrase: null,
    resumes: true,
    openObjects: async () => server.core.artifactStore,
  });
  expect(listMigrations(dirs.database)).toEqual(Object.keys(migrations));
});

it('of a version before 1.0 is refused with one sentence', async () => {
  const path = join(dir, 'unreleased');
  const writer = new ArchiveWriter(path);
  const applied = ['0001-main-path', '0069-notification-addresses'];
  const head = { format: 1, version: '0.1.0', migrations: applied, created: 0, hasObjects: false };
  await writer.addText('backup.json', JSON.stringify(head));
  await writer.close();
  expect(await restore(path)).toEqual({
    exitCode: 1,
    output:
      'A version of Millrace before 1.0 wrote this backup, which this version cannot restore.',
  });
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

/** Writes an archive with a head, these texts, and unless they have one, the database of a real backup. */
async function writeArchive(texts: Record<string, string | Buffer>): Promise<string> {
  const path = join(dir, `written-${folders++}`);
  const writer = new ArchiveWriter(path);
  const head = { format: 1, version: '1.0.0', migrations: [], created: 0, hasObjects: false };
  await writer.addText('backup.json', JSON.stringify(head));
  for (const [name, text] of Object.entries(texts)) {
    const bytes = Buffer.from(text);
    await writer.add(name, { size: bytes.length, isExecutable: true, bytes: oneOf(bytes) });
  }
  await writer.close();
  return path;
}
async function* oneOf(bytes: Buffer) {
  yield bytes;
}
const databaseOfServer = async () => {
  const folder = await mkdtemp(join(dir, 'extracted-'));
  await extractBackup(file, folder, () => {});
  return readFile(join(folder, 'database.db'));
};

it.each<[string, Record<string, string>, string]>([
  ['no database', {}, 'database.db is missing'],
  ['an empty database', { 'database.db': '' }, 'is damaged'],
  ['a database that is none', { 'database.db': 'x'.repeat(9000) }, 'is damaged'],
  ['a file instead of a namespace', { 'repositories/ada': '' }, 'unexpected entry'],
  ['a file instead of a repository', { 'repositories/ada/project': '' }, 'unexpected entry'],
  ['a file instead of a folder of objects', { 'objects/ab': '' }, 'unexpected entry'],
  ['a folder instead of an object', { 'objects/ab/cd/ef': '' }, 'unexpected entry'],
  [
    'a file that is a folder too',
    { 'repositories/a/b.git/c': '', 'repositories/a/b.git/c/d': '' },
    'damaged or incomplete',
  ],
  ['control characters in a name', { 'repositories/\u001b[2J': '' }, '"repositories/\\u001b[2J"'],
])('an archive with %s is refused with a message', async (_, texts, message) => {
  const { exitCode, output } = await restore(await writeArchive(texts));
  expect(exitCode).toBe(1);
  expect(output).toContain(message);
  expect(output).toContain('Nothing was restored');
  expect(output).not.toMatch(/\n\s+at /);
});

it.each([['{"entries":5}'], ['[]'], ['{"entries":[{"name":1}]}'], ['no JSON']])(
  'an archive with the manifest %s is refused with a message',
  async (manifest) => {
    const { exitCode, output } = await restore(await writeArchive({ 'manifest.json': manifest }));
    expect(exitCode).toBe(1);
    expect(output).toContain('damaged or incomplete');
    expect(output).not.toMatch(/\n\s+at /);
  },
);

it('a database with the migrations of another program is refused with a message', async () => {
  const path = join(dir, `other-${folders++}.db`);
  const other = new DatabaseSync(path);
  other.exec('create table kysely_migration (name text, timestamp text)');
  other.exec("insert into kysely_migration values ('0000-other', '')");
  other.close();
  const archive = await writeArchive({ 'database.db': await readFile(path) });
  const { exitCode, output } = await restore(archive);
  expect(exitCode).toBe(1);
  expect(output).toContain('Nothing was restored');
  expect(output).not.toMatch(/\n\s+at /);
});

it('takes no program from an archive', async () => {
  const repository = 'repositories/ada/project.git';
  const installation = emptyInstallation();
  const marker = join(dir, 'ran');
  const program = `#!/bin/sh\ntouch ${marker}\n`;
  const archive = await writeArchive({
    'database.db': await databaseOfServer(),
    [`${repository}/HEAD`]: 'ref: refs/heads/main\n',
    [`${repository}/config`]: `[core]\n\tbare = true\n\thooksPath = ${dir}\n\tfsmonitor = ${marker}\n[include]\n\tpath = /etc/x\n`,
    [`${repository}/hooks/pre-receive`]: program,
    [`${repository}/hooks/update`]: program,
    [`${repository}/hooks/reference-transaction`]: program,
    [`${repository}/objects/info/alternates`]: '/etc\n',
  });
  expect((await restore(archive, installation)).output).not.toMatch(/\n\s+at /);
  const { MILLRACE_DATA = '' } = installation;
  const path = join(MILLRACE_DATA, repository);
  expect((await readdir(join(path, 'hooks'))).sort()).toEqual(['post-receive', 'pre-receive']);
  expect(await readFile(join(path, 'hooks/pre-receive'), 'utf8')).not.toContain(marker);
  expect(await readFile(join(path, 'config'), 'utf8')).toBe(
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n',
  );
  expect(await readdir(join(path, 'objects/info'))).toEqual([]);
});

it.each(['sha1', 'sha256'])('keeps a repository with the hash %s readable', async (format) => {
  const source = join(dir, `source-${format}.git`);
  await execa('git', ['init', '--bare', '--quiet', `--object-format=${format}`, source]);
  const archive = await writeArchive({
    'database.db': await databaseOfServer(),
    'repositories/ada/p.git/HEAD': await readFile(join(source, 'HEAD')),
    'repositories/ada/p.git/config': await readFile(join(source, 'config')),
  });
  const installation = emptyInstallation();
  await restore(archive, installation);
  const { MILLRACE_DATA = '' } = installation;
  const path = join(MILLRACE_DATA, 'repositories/ada/p.git');
  const shown = await execa('git', ['-C', path, 'rev-parse', '--show-object-format']);
  expect(shown.stdout).toBe(format);
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
