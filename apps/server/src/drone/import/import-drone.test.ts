import { createHmac } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '@millrace/node-kit/start-error';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { compareBuild } from '../../../testing/drone/compare-builds.ts';
import { createDroneDatabase, type DroneWriter } from '../../../testing/drone/drone-schema.ts';
import { encryptAsDrone, signAsDrone } from '../../../testing/drone/drone-values.ts';
import {
  keyOf,
  repoCount,
  sampleBuild,
  signerOf,
  slugOf,
  tokenOf,
  writeBuilds,
  writeSampleDrone,
} from '../../../testing/drone/sample-drone.ts';
import { hasMysql, startMysql } from '../../../testing/drone/start-mysql.ts';
import { type StubGitea, startStubGitea } from '../../../testing/drone/stub-gitea.ts';
import { fileHandlersOf } from '../../../testing/file-handlers-of.ts';
import { listSecretsFor } from '../../../testing/secrets-of.ts';
import { startStubS3 } from '../../../testing/stub-s3.ts';
import { makePostgresDatabase, removeTestDatabase } from '../../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readStoreSettings } from '../../config/object-store-settings.ts';
import type { DroneDatabaseKind } from './drone-database.ts';
import { checkDrone, type DroneImport, type DroneSource, importDrone } from './import-drone.ts';

const builds = 60;
const key = 'd'.repeat(32);
let gitea: StubGitea;
let server: TestServer;
let path: string;
let writer: DroneWriter | undefined;
beforeAll(async () => {
  gitea = await startStubGitea();
});
afterAll(() => gitea.stop());
beforeEach(async () => {
  server = await startTestServer({ env: gitea.settings });
  path = join(server.tempDir, 'core.sqlite');
});
afterEach(async () => {
  await writer?.close();
  writer = undefined;
  await server.stop();
});

const sourceOf = (more: Partial<DroneSource> = {}): DroneSource => ({
  kind: 'sqlite3',
  url: path,
  secret: undefined,
  logs: null,
  takesTokens: true,
  ...more,
});
const run = async (more: Partial<DroneImport> = {}) => {
  const { core, features } = server;
  const { contributed } = features;
  const source = { ...sourceOf(), trustsLogins: false, ...more, resumes: true };
  return (await importDrone(source, { core, contributed, onProgress: () => {} })).lines();
};
async function createDrone(options: Parameters<typeof writeSampleDrone>[1]): Promise<DroneWriter> {
  writer = await createDroneDatabase('sqlite3', path);
  await writeSampleDrone(writer, options);
  return writer;
}
const read = async (url: string, login = 'boss') => {
  const headers = { authorization: `Bearer ${tokenOf(login)}` };
  const answer = await server.app.inject({ url, headers });
  expect(answer.statusCode, url).toBe(200);
  return answer.json();
};
const repoOf = async (id: number) => {
  const repo = await server.core.repos.findBySlug(slugOf(id));
  if (!repo) throw new Error(`${slugOf(id)} is missing`);
  return repo;
};

async function expectEverything(): Promise<void> {
  for (let index = 0; index < builds; index++) await compareBuild(sampleBuild(index), read);
  const found = await read(`/api/repos/${slugOf(1)}/builds?q=gr%C3%B6%C3%9Fer`);
  const listed = await read(`/api/repos/${slugOf(1)}/builds`);
  expect(found).toEqual(listed);
  expect(await read('/api/user')).toMatchObject({
    login: 'boss',
    email: 'boss@example.com',
    admin: true,
    machine: false,
    active: true,
  });
  expect(await read('/api/user', 'octo')).toMatchObject({ admin: false });
  expect(await read('/api/user', 'robot')).toMatchObject({ machine: true });
  expect(await read(`/api/repos/${slugOf(3)}`)).toMatchObject({
    uid: '103',
    active: true,
    private: true,
    config_path: 'ci/drone.yml',
    timeout: 90,
    counter: Math.ceil(builds / repoCount) + 3,
    throttle: 3,
    auto_cancel_pushes: true,
  });
  expect(await read(`/api/repos/${slugOf(1)}/secrets`)).toMatchObject([
    { name: 'password', pull_request: false },
    { name: 'token', pull_request: true },
  ]);
  const repo = await repoOf(1);
  expect(await listSecretsFor(server, repo, 'push', '')).toEqual(
    expect.arrayContaining([
      { name: 'password', data: 'hush ünïcode' },
      { name: 'token', data: 't0ken' },
      { name: 'shared', data: 'everywhere' },
    ]),
  );
  expect(await read('/api/templates/org')).toMatchObject([
    { name: 'go.yaml', data: 'kind: pipeline\nname: go\n' },
  ]);
  const [cron] = await read(`/api/repos/${slugOf(1)}/cron`);
  expect(cron).toMatchObject({ name: 'nightly', expr: '0 0 4 * * *' });
  expect(cron.next).toBeGreaterThan(Date.now() / 1000);
}

it.each<[name: string, options: { key?: string; isMixed?: boolean }]>([
  ['plain', {}],
  ['encrypted', { key }],
  ['partly encrypted', { key, isMixed: true }],
])('imports a %s database once, however often it runs', async (_, options) => {
  await createDrone({ builds, ...options });
  const source = options.key ? { secret: options.key } : {};
  expect(await run(source)).toMatchObject([
    'accounts: 4 added, 0 already there, 0 left out',
    `repositories: ${repoCount + 1} added, 0 already there, 0 left out`,
    `permissions: ${3 * (repoCount + 1)} added, 0 already there, 0 left out`,
    'secrets: 2 added, 0 already there, 0 left out',
    'organization secrets: 1 added, 0 already there, 0 left out',
    'templates: 1 added, 0 already there, 0 left out',
    'cron jobs: 1 added, 0 already there, 1 left out',
    `  1 left out: the schedule at noon is invalid (${slugOf(2)} broken)`,
    `builds: ${builds} added, 0 already there, 0 left out`,
    expect.stringMatching(/^stages: \d+ added/),
    expect.stringMatching(/^steps: \d+ added/),
    expect.stringMatching(/^logs: \d+ added/),
    expect.stringMatching(/^cards: \d+ added/),
    'tokens for the forge: 2 added, 0 already there, 1 left out',
    '  1 left out: the forge rejects them; an admin must confirm the account before it signs in (gone)',
  ]);
  await expectEverything();
  const again = await run(source);
  expect(again.filter((line) => / added/.test(line) && !/: 0 added/.test(line))).toEqual([]);
  expect(again).toContain(`builds: 0 added, ${builds} already there, 0 left out`);
  await expectEverything();
});

const sources: [DroneDatabaseKind, boolean, () => Promise<string>][] = [
  ['postgres', Boolean(process.env.MILLRACE_TEST_POSTGRES), createPostgres],
  ['mysql', hasMysql, startMysql],
];

/** Creates an empty database: the test database of Millrace has other tables in another schema. */
async function createPostgres(): Promise<string> {
  const url = await makePostgresDatabase();
  const { query } = await import('../../../testing/postgres.ts');
  await query(url, 'create schema drone');
  return `${url}?options=-c%20search_path%3Ddrone`;
}

for (const [kind, isAvailable, start] of sources) {
  it(
    `imports a database on ${kind}`,
    skipIf(!isAvailable && `${kind} is not available`),
    async () => {
      const url = await start();
      writer = await createDroneDatabase(kind, url);
      await writeSampleDrone(writer, { builds, key, isMixed: true });
      expect(await run({ kind, url, secret: key })).toContain(
        `builds: ${builds} added, 0 already there, 0 left out`,
      );
      await expectEverything();
      expect(await run({ kind, url, secret: key })).toContain(
        `builds: 0 added, ${builds} already there, 0 left out`,
      );
      if (kind === 'postgres') {
        await writer.close();
        writer = undefined;
        await removeTestDatabase(url.replace(/\?.*/, ''));
      }
    },
  );
}

it('adds builds that are finished later, and leaves out others with a reason', async () => {
  const drone = await createDrone({ builds: 8 });
  const running = sampleBuild(8);
  const waiting = sampleBuild(9);
  await writeBuilds(drone, [
    { ...running, build: { ...running.build, build_status: 'running' } },
    { ...waiting, build: { ...waiting.build, build_event: 'lunch' } },
  ]);
  expect(await run()).toEqual(
    expect.arrayContaining([
      'builds: 8 added, 0 already there, 2 left out',
      `  1 left out: the build is not finished; import it again when it is (${slugOf(1)} #3)`,
      `  1 left out: the event lunch is unknown (${slugOf(2)} #3)`,
    ]),
  );
  await writeBuilds(drone, [sampleBuild(10)]);
  expect(await run()).toContain('builds: 1 added, 8 already there, 2 left out');
  await compareBuild(sampleBuild(10), read);
});

it('lists the newest build of a branch, in whatever order builds are imported', async () => {
  const drone = await createDrone({ builds: 0 });
  const onMain = (index: number) => {
    const { build, stages } = sampleBuild(index);
    const push = { build_event: 'push', build_ref: 'refs/heads/main', build_target: 'main' };
    return { build: { ...build, ...push, build_deploy: '' }, stages };
  };
  for (const index of [8, 0, 4]) {
    await writeBuilds(drone, [onMain(index)]);
    await run();
    const branches = await read(`/api/repos/${slugOf(1)}/builds/branches`);
    expect(branches).toMatchObject([{ number: 3, target: 'main' }]);
  }
});

it('never offers a stage of a finished build to runners', async () => {
  const drone = await createDrone({ builds: 0 });
  const lost = sampleBuild(0);
  lost.stages[0] = {
    stage: { ...lost.stages[0]?.stage, stage_status: 'pending' },
    steps: lost.stages[0]?.steps ?? [],
  };
  await writeBuilds(drone, [lost]);
  await run();
  expect(await read(`/api/repos/${slugOf(1)}/builds/1`)).toMatchObject({
    stages: [{ status: 'killed' }],
  });
});

it('does not replace builds, settings and accounts that exist here', async () => {
  await createDrone({ builds: 8 });
  const octo = await server.addUser('octo');
  const tokens = { access: 'access-octo', refresh: '', expires: 0 };
  await server.core.remote?.forge.linkAccount(octo.id, tokens);
  await run();
  const repo = await repoOf(1);
  await server.core.repos.update(repo.id, { timeout: 45 });
  await server.core.db
    .updateTable('builds')
    .set({ after: 'f'.repeat(40) })
    .where('repo_id', '=', repo.id)
    .where('number', '=', 1)
    .execute();
  expect(await run()).toEqual(
    expect.arrayContaining([
      'accounts: 0 added, 3 already there, 1 left out',
      '  1 left out: an account with this login exists; it keeps its token (octo)',
      'builds: 0 added, 7 already there, 1 left out',
      `  1 left out: another build has this number (${slugOf(1)} #1)`,
    ]),
  );
  expect(await read(`/api/repos/${slugOf(1)}`)).toMatchObject({ timeout: 45 });
});

it('gives the account of another person with a login of Drone nothing, unless logins are trusted', async () => {
  const isGranted = async (id: number) =>
    (await server.core.repos.listGranted(id)).some(({ slug }) => slug === slugOf(1));
  await createDrone({ builds: 0 });
  const octo = await server.addUser('octo');
  const reason =
    '  1 left out: an account with this login exists, and the forge does not say that it is the same person; --trust-logins says so (octo)';
  expect(await run()).toContain(reason);
  expect(await isGranted(octo.id)).toBe(false);
  const tokens = { access: 'access-boss', refresh: '', expires: 0 };
  await server.core.db.deleteFrom('forge_identities').execute();
  await server.core.remote?.forge.linkAccount(octo.id, tokens);
  expect(await run()).toContain(reason);
  expect(await isGranted(octo.id)).toBe(false);
  await run({ trustsLogins: true });
  expect(await isGranted(octo.id)).toBe(true);
});

it('reads logs from a folder, and those that it lacks from the database', async () => {
  await createDrone({ builds: 2 });
  const folder = join(server.tempDir, 'logs');
  await mkdir(folder);
  const moved = [{ pos: 0, out: 'from the bucket\n', time: 1 }];
  await writeFile(join(folder, '3'), JSON.stringify(moved));
  await run({ logs: { kind: 'files', folder, url: folder, variable: '--logs' } });
  const logs = `/api/repos/${slugOf(1)}/builds/1/logs/1`;
  expect(await read(`${logs}/1`)).toEqual(moved);
  expect(await read(`${logs}/2`)).toEqual(sampleBuild(0).stages[0]?.steps[1]?.lines);
});

it('reads logs from S3', async () => {
  await createDrone({ builds: 1 });
  const s3 = await startStubS3();
  const moved = [{ pos: 0, out: 'from the bucket\n', time: 1 }];
  s3.objects.set('/logs/drone/3', Buffer.from(JSON.stringify(moved)));
  await run({ logs: readStoreSettings(s3.env, '--logs', 's3://logs/drone') });
  const logs = `/api/repos/${slugOf(1)}/builds/1/logs/1`;
  expect(await read(`${logs}/1`)).toEqual(moved);
  expect(await read(`${logs}/2`)).toEqual(sampleBuild(0).stages[0]?.steps[1]?.lines);
});

it('keeps webhooks, signatures, encrypted values and the next build number', async () => {
  await createDrone({ builds: 4 });
  await run();
  const repo = await repoOf(1);
  const file = 'kind: pipeline\nname: a\n';
  expect(await fileHandlersOf(server).isSigned(repo, signAsDrone(keyOf(1), [file]))).toBe(true);
  const data = encryptAsDrone(keyOf(1), 'hush').toString('base64');
  const config = `kind: secret\nname: inline\ndata: ${data}\n---\n${file}`;
  const found = await listSecretsFor(server, repo, 'push', config);
  expect(found).toContainEqual({ name: 'inline', data: 'hush' });
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    before: '0'.repeat(40),
    after: 'a'.repeat(40),
    repository: {
      id: 101,
      name: 'app-1',
      full_name: slugOf(1),
      private: true,
      default_branch: 'main',
      owner: { id: 5, login: 'org' },
    },
    sender: { login: 'octo' },
  });
  const deliver = (secret: string) =>
    server.app.inject({
      method: 'POST',
      // Drone adds the secret to the URL too.
      url: `/hook?secret=${secret}`,
      headers: {
        'content-type': 'application/json',
        'x-gitea-event': 'push',
        'x-gitea-delivery': 'one',
        'x-gitea-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
      body,
    });
  expect(await deliver(keyOf(1))).toMatchObject({ statusCode: 403 });
  expect(await deliver(signerOf(1))).toMatchObject({ statusCode: 202 });
  expect(repo.counter).toBe(4);
});

it('links accounts to the forge, unless Drone still needs their tokens', async () => {
  await createDrone({ builds: 0 });
  await run({ takesTokens: false });
  const { core } = server;
  expect(await core.remote?.identities.count('gitea')).toBe(0);
  await run();
  const octo = await core.userStore.findByLogin('octo');
  const identity = await core.remote?.identities.findByUid('gitea', '12');
  expect(identity).toMatchObject({ userId: octo?.id, tokens: { access: 'access-octo' } });
});

it('serves the links of Drone', async () => {
  await createDrone({ builds: 4 });
  await run();
  const badge = await server.app.inject(`/api/badges/${slugOf(2)}/status.svg`);
  expect(badge.statusCode).toBe(200);
  const feed = await server.app.inject(`/api/badges/${slugOf(2)}/cc.xml`);
  expect(feed.body).toContain(`name="${slugOf(2)}"`);
});

it.each([
  ['a wrong key', { secret: 'x'.repeat(32) }, /--secret does not decrypt/],
  ['no key', {}, /Add --secret/],
  ['a short key', { secret: 'short' }, /--secret must have 32 characters/],
])('imports nothing with %s', async (_, source, message) => {
  await createDrone({ builds: 4, key });
  await expect(run(source)).rejects.toThrow(message);
  expect(await server.core.userStore.count()).toBe(0);
  await expect(checkDrone(sourceOf(source))).rejects.toThrow(message);
});

it.each<[string, Partial<DroneSource>, RegExp]>([
  ['it is on a server', { url: 'postgres://drone:pass@db/drone' }, /opened: its file is expected$/],
  ['there is none', { url: '/nowhere/core.sqlite' }, /cannot be opened: there is no file/],
  [
    'its server does not answer',
    { kind: 'postgres', url: 'postgres://drone:pass@127.0.0.1:1/drone' },
    /^The postgres database of Drone cannot be opened: (?!.*pass)/,
  ],
  [
    'its server does not answer (MySQL)',
    { kind: 'mysql', url: 'drone:pass@tcp(127.0.0.1:1)/drone?parseTime=true' },
    /^The mysql database of Drone cannot be opened: (?!.*pass)/,
  ],
])('rejects a database if %s', async (_, source, message) => {
  await expect(run(source)).rejects.toThrow(message);
});

it('rejects a database of another program', async () => {
  new DatabaseSync(path).exec('create table users (id integer)');
  await expect(run()).rejects.toThrow(/^This is not a database of Drone 2: table users/);
});

/** Changes a sample database with one statement, as no Drone would. */
async function createDamaged(statement: string): Promise<void> {
  await createDrone({ builds: 2 });
  const database = new DatabaseSync(path);
  database.exec(statement);
  database.close();
}

it.each([
  ["''", '""'],
  ["'  '", '"  "'],
  ["'<img src=x>'", '"<img src=x>"'],
  ["'a' || char(10) || 'b'", '"a\\nb"'],
  ["'a' || char(27) || '[2J'", '"a\\u001b[2J"'],
  ["'../..'", '"../.."'],
])('leaves out an account with the login %s', async (login, shown) => {
  await createDamaged(`update users set user_login = ${login} where user_login = 'octo'`);
  expect(await run()).toContain(
    `  1 left out: a name has 1 to 250 characters, without spaces, control characters, slashes and markup (${shown})`,
  );
  const accounts = await server.core.userStore.list();
  expect(accounts.map((user) => user.login).sort()).toEqual(['boss', 'gone', 'robot']);
});

it.each([
  ["'org/<b>'", '"org/<b>"'],
  ["'org/a' || char(7)", '"org/a\\u0007"'],
  ["''", '""'],
  ["'/'", '"/"'],
])('leaves out a repository with the slug %s', async (slug, shown) => {
  await createDamaged(`update repos set repo_slug = ${slug} where repo_id = 1`);
  expect((await run()).find((line) => line.includes(`(${shown})`))).toContain(
    'a name has 1 to 250',
  );
});

it.each([
  ['update users set user_id = 9007199254740993 where user_id = 2', 'is too large'],
  ['update repos set repo_counter = 9007199254740993', 'is too large'],
  ['update repos set repo_counter = 1e300', 'column repo_counter of the row with repo_id "1"'],
  ['update builds set build_number = 1.5', 'it is not a whole number of less than 2^53'],
  ["update builds set build_created = 'soon'", 'column build_created'],
  ["update users set user_created = x'00ff' where user_id = 1", 'column user_created'],
])('ends with a message: %s', async (statement, message) => {
  await createDamaged(statement);
  const error: unknown = await run().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain(message);
});
