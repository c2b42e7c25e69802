import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Artifact, Build } from '@millrace/contract/api';
import { FileRefusal, RunnerConflict } from '@millrace/contract/runner';
import { extract } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { artifactsOf } from '../../../testing/artifacts-of.ts';
import { buildsOf } from '../../../testing/builds-of.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { makeBuild } from '../../../testing/make-build.ts';
import { listFiles } from '../../../testing/s3-server.ts';
import { setStatus } from '../../../testing/set-status.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { uploadArtifact } from '../../../testing/upload-artifact.ts';

const path = '/api/repos/ada/project/builds/1/artifacts';
const day = 86_400;

let nowSec = 1_700_000_000;
let server: TestServer;
let ada: Awaited<ReturnType<TestServer['addUser']>>;
let cleaner: ReturnType<typeof artifactsOf>['cleaner'];
let step: Awaited<ReturnType<typeof startNextStage>>['step'];
let stage: Awaited<ReturnType<typeof startNextStage>>['stage'];
beforeEach(async () => {
  nowSec = 1_700_000_000;
  server = await startTestServer({ clock: { nowSec: () => nowSec } });
  ({ cleaner } = artifactsOf(server));
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  ({ step, stage } = await startNextStage(runnerApiOf(server)));
});
afterEach(async () => {
  await cleaner.stop();
  await server.stop();
});

const leave = (file: string, content: string | Uint8Array = `text of ${file}`, runner?: string) =>
  uploadArtifact(runnerApiOf(server, runner), step.id, file, content);
async function call(
  method: 'GET' | 'DELETE',
  url = path,
  { as = ada as { token: string } | null, headers = {} } = {},
) {
  const authorization = as ? bearer(as) : {};
  return await server.app.inject({ method, url, headers: { ...authorization, ...headers } });
}
const list = async (): Promise<Artifact[]> => (await call('GET')).json();
const paths = async () => (await list()).map((file) => file.path);
const readBuild = async (): Promise<Build> =>
  (await call('GET', '/api/repos/ada/project/builds/1')).json();
const storedFiles = () => listFiles(server.core.dirs.artifacts);
/** Also what failed a moment ago. */
const clean = async () => {
  nowSec += 61;
  cleaner.run();
};

describe('a file of a step', () => {
  it('is listed, counted and downloaded unchanged', async () => {
    expect((await readBuild()).artifacts).toBeUndefined();
    await leave('dist/größe 1.txt', 'ä');
    await leave('dist/a.bin', '');
    const sha256 = createHash('sha256').update('ä').digest('hex');
    const about = { stage: 1, step: 1, created: nowSec };
    expect(await list()).toEqual([
      expect.objectContaining({ ...about, path: 'dist/a.bin', size: 0 }),
      { ...about, path: 'dist/größe 1.txt', size: 2, sha256, type: 'text/plain' },
    ]);
    expect((await readBuild()).artifacts).toBe(2);
    const answer = await call('GET', `${path}/1/1/dist/gr%C3%B6%C3%9Fe%201.txt`);
    expect([answer.statusCode, answer.body]).toEqual([200, 'ä']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '2',
      etag: `"${sha256}"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `attachment; filename="gr??e 1.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%201.txt`,
      'content-security-policy': expect.stringMatching(/^sandbox;default-src 'none'/),
    });
    expect((await call('GET', `${path}/1/1/dist/a.bin`)).body).toBe('');
  });

  it('is served in ranges, and not sent again to clients that cached it', async () => {
    await leave('a.txt', '0123456789');
    const part = async (headers: Record<string, string>) => {
      const {
        statusCode,
        body,
        headers: own,
      } = await call('GET', `${path}/1/1/a.txt`, { headers });
      return [statusCode, body, own['content-range']];
    };
    const { etag = '' } = (await call('GET', `${path}/1/1/a.txt`)).headers;
    expect(await part({ range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await part({ range: 'bytes=-3' })).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await part({ range: 'bytes=0-1', 'if-range': String(etag) })).toEqual([
      206,
      '01',
      'bytes 0-1/10',
    ]);
    expect((await part({ range: 'bytes=0-1', 'if-range': '"other"' }))[0]).toBe(200);
    expect((await part({ range: 'bytes=10-' }))[0]).toBe(416);
    // A proxy that packs what goes through it makes the tag a weak one.
    for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
      expect(await part({ 'if-none-match': known })).toEqual([304, '', undefined]);
    }
    expect((await part({ 'if-none-match': '"other"' }))[0]).toBe(200);
  });

  it('is previewed only as a harmless type', async () => {
    const types: Record<string, string> = {};
    for (const name of ['a.html', 'a.svg', 'a.js', 'a.xml', 'a.png', 'a.exe', 'README.md', 'b']) {
      await leave(name);
      const { headers } = await call('GET', `${path}/1/1/${name}?inline=true`);
      const [disposition] = String(headers['content-disposition']).split(';');
      types[name] = `${disposition} ${headers['content-type']}`;
      expect(headers['content-security-policy']).toMatch(/^sandbox;/);
    }
    expect(types).toEqual({
      'a.html': 'inline text/html; charset=utf-8',
      'a.svg': 'inline image/svg+xml',
      'a.js': 'inline text/plain; charset=utf-8',
      'a.xml': 'inline text/plain; charset=utf-8',
      'a.png': 'inline image/png',
      'a.exe': 'attachment application/octet-stream',
      'README.md': 'inline text/plain; charset=utf-8',
      b: 'attachment application/octet-stream',
    });
  });

  it('replaces an artifact with the same path', async () => {
    await leave('a', 'one');
    await leave('a', 'two');
    expect(await paths()).toEqual(['a']);
    expect((await call('GET', `${path}/1/1/a`)).body).toBe('two');
    await clean();
    await expect.poll(storedFiles).toHaveLength(1);
  });

  it('is rejected from another runner, and after the step has finished', async () => {
    await expect(leave('a', 'x', 'foreign')).rejects.toThrow(RunnerConflict);
    await runnerApiOf(server).updateStep({
      params: { step: step.id },
      body: { ...step, status: 'success', stopped: 2 },
    });
    await expect(leave('a')).rejects.toThrow(RunnerConflict);
    expect(await list()).toEqual([]);
    expect(await storedFiles()).toEqual([]);
  });

  it('is rejected if the step finishes during the upload', async () => {
    const api = runnerApiOf(server);
    const read = async function* () {
      yield Buffer.from('ab');
      await buildsOf(server).buildDecisions.cancel(
        await requireRepo(),
        { login: 'ada', canWrite: true },
        1,
      );
      yield Buffer.from('cd');
    };
    const input = { params: { step: step.id }, query: { kind: 'artifact' as const, path: 'a' } };
    const file = { size: 4, read };
    await expect(api.sendFile({ ...input, file })).rejects.toThrow(RunnerConflict);
    expect(await list()).toEqual([]);
    await clean();
    await expect.poll(storedFiles).toEqual([]);
  });

  it.each([
    ['../a', 'The path leads elsewhere'],
    ['/etc/passwd', 'The path is absolute'],
    ['a\\b', 'The path has a backslash'],
    ['a\0b', 'The path has a control character'],
    ['a//b', 'The path has an empty name'],
    ['', 'The path has an empty name'],
    ['x'.repeat(300), 'The path has a name that is too long'],
  ])('is rejected with the path %j', async (file, reason) => {
    await expect(leave(file)).rejects.toThrow(new FileRefusal(reason));
  });

  it.each([3, 5])('rejects a file whose size is not the declared one (%i)', async (size) => {
    const api = runnerApiOf(server);
    const input = { params: { step: step.id }, query: { kind: 'artifact' as const, path: 'a' } };
    const file = {
      size,
      read: async function* () {
        yield Buffer.from('abcd');
      },
    };
    await expect(api.sendFile({ ...input, file })).rejects.toThrow(FileRefusal);
    expect(await list()).toEqual([]);
    await clean();
    await expect.poll(storedFiles).toEqual([]);
  });
});

describe('calls for files', () => {
  it('require read access, and write access for changes', async () => {
    await leave('a');
    const reader = await server.addUser('reader');
    const file = `${path}/1/1/a`;
    for (const url of [path, file, `${path}/archive`]) {
      expect((await call('GET', url, { as: null })).statusCode).toBe(401);
      expect((await call('GET', url, { as: reader })).statusCode).toBe(404);
    }
    await server.core.repos.update((await requireRepo()).id, { visibility: 'internal' });
    expect((await call('GET', file, { as: reader })).statusCode).toBe(200);
    for (const url of [path, file]) {
      expect((await call('DELETE', url, { as: reader })).statusCode).toBe(403);
    }
    expect((await call('DELETE', file)).statusCode).toBe(204);
    expect((await call('DELETE', file)).statusCode).toBe(404);
    expect((await call('GET', file)).statusCode).toBe(404);
  });

  it('answer 404 if there are no files', async () => {
    await leave('a');
    const missing = [`${path}/1/1/b`, `${path}/1/2/a`, `${path}/2/1/a`, `${path}/archive?stage=2`];
    missing.push('/api/repos/ada/project/builds/9/artifacts');
    for (const url of missing) expect((await call('GET', url)).statusCode).toBe(404);
  });
});

it('download all files of a build or a step as an archive', async () => {
  await leave('dist/a.txt', 'a');
  await leave(`deep/${'x'.repeat(200)}/ü.txt`, 'b'.repeat(3_000_000));
  await leave('empty', '');
  const { rawPayload, headers } = await call('GET', `${path}/archive?stage=1&step=1`);
  expect(headers['content-disposition']).toBe('attachment; filename=project-1-1-1.tar.gz');
  expect(await readTar(rawPayload)).toEqual({
    [`deep/${'x'.repeat(200)}/ü.txt`]: 3_000_000,
    'dist/a.txt': 1,
    empty: 0,
  });
  const all = await call('GET', `${path}/archive`);
  expect(Object.keys(await readTar(all.rawPayload))).toContain('1-first/1-greet/dist/a.txt');
});

it('keep the executable bit and links, in the list and in the archive', async () => {
  const api = runnerApiOf(server);
  await uploadArtifact(api, step.id, 'dist/tool', '#!/bin/sh\necho works', { executable: 'true' });
  await leave('dist/text', 'plain');
  const leaveLink = (file: string, target: string) =>
    uploadArtifact(api, step.id, file, target, { kind: 'link' });
  await leaveLink('bin/run', '../dist/tool');
  await leaveLink('bin/again', 'run');
  await leaveLink('latest', 'dist/');
  await leaveLink('loop', 'loop');
  // Once a link and once a folder, as after a retry of the step.
  await leaveLink('both', 'dist');
  await leave('both/file', 'in a folder');
  const list = (await call('GET')).json<Artifact[]>();
  const about = list.map(({ path: file, executable, link }) => [file, executable, link]);
  expect(about).toContainEqual(['dist/tool', true, undefined]);
  expect(about).toContainEqual(['dist/text', undefined, undefined]);
  expect(about).toContainEqual(['bin/run', undefined, '../dist/tool']);
  expect((await call('GET', `${path}/1/1/bin/again`)).body).toBe('#!/bin/sh\necho works');
  for (const file of ['latest', 'loop']) {
    expect((await call('GET', `${path}/1/1/${file}`)).statusCode).toBe(404);
  }
  const folder = await mkdtemp(join(tmpdir(), 'millrace-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { rawPayload } = await call('GET', `${path}/archive?stage=1&step=1`);
  execFileSync('tar', ['-xzpf', '-'], { cwd: folder, input: rawPayload });
  expect(execFileSync(join(folder, 'bin/again')).toString()).toBe('works\n');
  expect(await readlink(join(folder, 'latest'))).toBe('dist/');
  expect((await stat(join(folder, 'dist/text'))).mode & 0o777).toBe(0o644);
  expect(await readFile(join(folder, 'both/file'), 'utf8')).toBe('in a folder');
});

it.each([
  ['an absolute target', 'dist/a', '/etc/passwd'],
  ['a target above the workspace', 'dist/a', '../../etc/passwd'],
  ['a target behind another link', 'dist/sub/a', 'b/../../../../etc/passwd'],
  ['a target that only seems to be inside', 'x/y/a', 'b/../../c'],
  ['a target with a control character', 'a', 'b\n'],
  ['a long target', 'a', 'b/'.repeat(3000)],
])('reject a link with %s', async (_, file, target) => {
  const api = runnerApiOf(server);
  const sending = uploadArtifact(api, step.id, file, target, { kind: 'link' });
  await expect(sending).rejects.toThrow(FileRefusal);
  expect((await call('GET')).json()).toEqual([]);
});

describe('deletes files', () => {
  it('by an admin of the repository, and shows it in the build', async () => {
    for (const file of ['a', 'b', 'c']) await leave(file);
    const { version } = await readBuild();
    await call('DELETE', `${path}/1/1/a`);
    expect(await readBuild()).toMatchObject({ artifacts: 2, version: version + 1 });
    expect((await call('DELETE', path)).statusCode).toBe(204);
    expect(await readBuild()).toMatchObject({ version: version + 2 });
    expect((await readBuild()).artifacts).toBeUndefined();
    await clean();
    await expect.poll(storedFiles).toEqual([]);
  });

  it('together with their build', async () => {
    await leave('a');
    await setStatus(server, 'builds', 1, 'success');
    await server.core.changeBuild.purge(1, 2);
    await clean();
    await expect.poll(storedFiles).toEqual([]);
    expect(await server.core.db.selectFrom('artifacts').select('id').execute()).toEqual([]);
  });

  it('of an upload that was interrupted by a crash', async () => {
    const { db } = server.core;
    await leave('a');
    // State after a server crash between writing to the store and to the database.
    await db
      .updateTable('artifacts')
      .set({ due: nowSec + 1800 })
      .execute();
    await clean();
    expect(await storedFiles()).toHaveLength(1);
    nowSec += 1801;
    await cleaner.stop();
    await clean();
    await expect.poll(storedFiles).toEqual([]);
  });
});

describe('limits', () => {
  const put = (payload: object, as = ada, method: 'PUT' | 'PATCH' = 'PUT') =>
    server.app.inject({
      method,
      url: '/api/repos/ada/project/artifact-limits',
      headers: bearer(as),
      payload,
    });

  it('are those of the server, or lower ones of the repository', async () => {
    const answer = await put({ file_bytes: 1000, days: 7, build_bytes: 1e15 });
    expect(answer.json()).toEqual({
      own: { days: 7, file_bytes: 1000, build_bytes: 1e15, repo_bytes: null },
      server: { days: 90, file_bytes: 2e9, build_bytes: 1e10, repo_bytes: 1e11 },
      limits: { days: 7, file_bytes: 1000, build_bytes: 1e10, repo_bytes: 1e11 },
      used: 0,
    });
    const patched = await put({ days: null, repo_bytes: 5 }, ada, 'PATCH');
    const own = { days: null, file_bytes: 1000, build_bytes: 1e15, repo_bytes: 5 };
    expect(patched.json().own).toEqual(own);
    expect((await put({})).json().limits.days).toBe(90);
    expect((await put({ days: -1 })).statusCode).toBe(400);
    const reader = await server.addUser('reader');
    await server.core.repos.update((await requireRepo()).id, { visibility: 'internal' });
    expect((await put({}, reader)).statusCode).toBe(403);
  });

  it('reject a retention that is too long for a date', async () => {
    await leave('a');
    const answer = await put({ days: 2 ** 53 - 1 });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Artifacts can be retained for at most 36500 days; 0 means no expiry',
    ]);
  });

  it('apply to uploads, and the log shows the reason', async () => {
    await put({ file_bytes: 5000, build_bytes: 6000 });
    await expect(leave('a', 'x'.repeat(5001))).rejects.toThrow(
      new FileRefusal('The file has 5 kB, and the limit is 5 kB'),
    );
    await leave('a', 'x'.repeat(5000));
    await expect(leave('b', 'x'.repeat(1001))).rejects.toThrow(
      new FileRefusal('The files of a build may have 6 kB together'),
    );
    await put({ repo_bytes: 5500 });
    await expect(leave('b', 'x'.repeat(501))).rejects.toThrow(
      new FileRefusal('The files of a repository may have 5.5 kB together'),
    );
    await leave('b', 'x'.repeat(500));
    expect(await paths()).toEqual(['a', 'b']);
    await call('DELETE', path);
    await leave('b', 'x'.repeat(5500));
  });

  it('include retention', async () => {
    const expire = () => server.runJob('applyRetention');
    await leave('a');
    const { repo_id, id } = await readBuild();
    await setStatus(server, 'builds', id, 'failure');
    // The newest build of a branch keeps its artifacts.
    await makeBuild(server.core, repo_id);
    nowSec += 89 * day;
    await expire();
    expect(await paths()).toEqual(['a']);
    await put({ days: 30 });
    await expire();
    expect(await paths()).toEqual([]);
    await clean();
    await expect.poll(storedFiles).toEqual([]);
  });
});

it('count the files of each attempt of a step', async () => {
  await leave('a', 'first');
  const api = runnerApiOf(server);
  await api.updateStep({
    params: { step: step.id },
    body: { ...step, status: 'failure', exit_code: 1, stopped: 2 },
  });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status: 'failure', exit_code: 1, stopped: 2 },
  });
  await server.app.inject({
    method: 'POST',
    url: '/api/repos/ada/project/builds/1?only=failed',
    headers: bearer(ada),
  });
  ({ step } = await startNextStage(api));
  await leave('a', 'second');
  expect((await call('GET', `${path}/1/1/a`)).body).toBe('second');
  expect((await call('GET', `${path}/1/1/a?attempt=1`)).body).toBe('first');
  expect((await call('GET', `${path}?attempt=1`)).json()).toHaveLength(1);
  expect((await readBuild()).artifacts).toBe(1);
});

async function requireRepo() {
  const repo = await server.core.repos.findBySlug('ada/project');
  if (!repo) throw new Error('The repository is gone');
  return repo;
}

/** The sizes of the files in a tar.gz, by their names. */
async function readTar(packed: Buffer): Promise<Record<string, number>> {
  const files: Record<string, number> = {};
  const archive = extract();
  archive.on('entry', (header, content, next) => {
    void buffer(content).then((bytes) => {
      files[header.name] = bytes.length;
      next();
    });
  });
  const ended = once(archive, 'finish');
  archive.end(gunzipSync(packed));
  await ended;
  return files;
}

describe('a file whose content in the store was changed', () => {
  const size = 3_000_000;
  const damage = async () => {
    await leave('small', 'small text');
    await leave('large', new Uint8Array(size).fill(7));
    for (const file of await storedFiles()) {
      const content = await readFile(file);
      content[3] = 8;
      await writeFile(file, content);
    }
  };
  const download = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}${url}`, { headers: { ...bearer(ada), ...headers } });
    const read = await answer.arrayBuffer().then(
      ({ byteLength }) => byteLength,
      () => 'cut',
    );
    return [answer.status, read];
  };

  it('is not sent, or not to its end', async () => {
    await damage();
    expect((await call('GET', `${path}/1/1/small`)).json()).toEqual({
      message: 'The object store has lost this file, or has other content',
      code: 'service_failed',
    });
    expect(await download(`${path}/1/1/small`, { range: 'bytes=5-6' })).toEqual([
      502,
      expect.any(Number),
    ]);
    expect(await download(`${path}/1/1/large`)).toEqual([200, 'cut']);
    expect(await download(`${path}/1/1/large`, { range: 'bytes=2500000-' })).toEqual([
      502,
      expect.any(Number),
    ]);
    expect(await download(`${path}/archive`)).toEqual([200, 'cut']);
  });
});
