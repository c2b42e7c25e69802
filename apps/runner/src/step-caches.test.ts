import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { FileRefusal } from '@millrace/contract/runner';
import { type TarInput, tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import { expect, it, onTestFinished } from 'vitest';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { type DetailsChange, makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

const fill = 'mkdir -p deps/bin; echo 1 > deps/a; ln -s ../a deps/bin/a; chmod 750 deps/a';
const show = 'find deps | sort; stat -c %a deps/a; readlink deps/bin/a';
const listing = 'deps\ndeps/a\ndeps/bin\ndeps/bin/a\n750\n../a\n';

async function setUp(fake = new FakeServer()) {
  const workDir = await temporaryDirectory();
  const engines = [createProcessEngine({ workDir, killGraceMs: 200 })];
  const runner = startRunner({ api: fake.api, machine: 'host', capacity: 1, workDir, engines });
  onTestFinished(() => runner.stop());
  let id = 700;
  /** Runs a stage with these parts of its pipeline, and returns the output of a step. */
  const run = async (parts: string, change: DetailsChange = {}) => {
    const stage = { id: ++id };
    const config = `kind: pipeline\ntype: exec\nclone: { disable: true }\n${parts}`;
    fake.enqueue(makeDetails({ config, repo: { timeout: 0 }, stage, ...change }));
    const { status } = await fake.untilFinished(stage.id);
    const output = (name: string) => fake.outputOf(fake.step(name, stage.id));
    return { status, output };
  };
  const step = (cache: string, ...commands: string[]) =>
    `steps: [{ name: a, cache: ${cache}, commands: ${JSON.stringify(commands)} }]`;
  return { fake, run, step, workDir };
}

it('restores a cache before the first command, and stores it after a success', async () => {
  const { fake, run, step, workDir } = await setUp();
  const cache = '{ key: npm, paths: deps }';
  const cold = await run(step(cache, fill));
  expect(cold.output('a')).toMatch(/^\[millrace\] Cache npm not found: no build has stored it\n/);
  expect(cold.output('a')).toMatch(/\[millrace\] Cache npm stored: \d+ bytes in \d\.\d s\n$/);
  const warm = await run(step(cache, show));
  expect(warm.output('a')).toMatch(
    /^\[millrace\] Cache npm restored from branch\/main: \d+ bytes in \d\.\d s\n/,
  );
  expect(warm.output('a')).toContain(listing);
  expect(fake.reports.filter((each) => each.startsWith('cache'))).toEqual(['cache npm']);
  await expect.poll(() => readdir(workDir)).toEqual([]);
});

it('restores the caches of a pipeline after the clone, and stores them at its end', async () => {
  const { fake, run } = await setUp();
  const pipeline = (...commands: string[]) =>
    `cache: { key: go, paths: [deps/a, deps/bin] }
steps:
  - { name: a, commands: [${commands.join(', ')}] }
  - { name: b, commands: [echo b] }`;
  const cold = await run(pipeline(fill));
  expect(fake.reports.slice(1, -1)).toEqual([
    ...['restore-cache', 'a', 'b'].flatMap((name) => [
      `step ${name} running`,
      `step ${name} success`,
    ]),
    'step save-cache running',
    'cache go',
    'step save-cache success',
  ]);
  expect(cold.output('save-cache')).toContain('Cache go stored');
  const warm = await run(pipeline(show));
  expect(warm.output('restore-cache')).toContain('Cache go restored from branch/main');
  expect(warm.output('a')).toContain(listing);
});

it('inserts checksums into keys, and reports missing files', async () => {
  const { fake, run, step } = await setUp();
  const cache = `{ key: 'npm-{{ checksum "lock" }}', restore_keys: npm-, paths: deps }`;
  const { output } = await run(
    `steps:
  - { name: prepare, commands: [printf lock > lock] }
  - { name: a, cache: ${cache}, commands: ["${fill}"] }`,
  );
  const digest = '0c030586945fe504b604ecc2e875c38ede400cd5cd73da9730302162e6b02c6f';
  expect(output('a')).toContain(`Cache npm-${digest} stored`);
  const missing = await run(step(cache, 'true'));
  expect(missing.output('a')).toContain('[millrace] Files not found: lock\n');
  expect(missing.output('a')).toContain('not found: a file of its checksum is missing');
  expect([...fake.caches.keys()]).toEqual([`npm-${digest}`]);
  const partial = await run(step('{ key: npm-2, restore_keys: npm-, paths: deps }', show));
  expect(partial.output('a')).toContain(`Cache npm-2 not found; npm-${digest} restored`);
  expect(partial.output('a')).toContain(listing);
  expect([...fake.caches.keys()]).toEqual([`npm-${digest}`, 'npm-2']);
});

it('inserts variables and outputs into keys, but no secrets', async () => {
  const { run } = await setUp();
  const cache = `{ key: '{{ env "KIND" }}-{{ env "LEVEL" }}-{{ env "NONE" }}', paths: deps }`;
  const { output } = await run(
    `steps:
  - { name: choose, commands: [echo LEVEL=3 >> "$DRONE_OUTPUT"] }
  - { name: a, environment: { KIND: npm }, cache: ${cache}, commands: ["${fill}"] }`,
  );
  expect(output('a')).toContain('Cache npm-3- stored');
  const secret = await run(
    `steps: [{ name: a, environment: { KIND: { from_secret: kind } }, cache: ${cache}, commands: ["${fill}"] }]`,
    { secrets: [{ name: 'kind', data: 'hunter22' }] },
  );
  expect(secret.output('a')).toContain('Cache -- stored');
});

it('stores nothing after a failure, and nothing that does not exist', async () => {
  const { fake, run, step } = await setUp();
  const cache = '{ key: npm, paths: deps }';
  await run(step(cache, fill, 'exit 1'));
  const { output, status } = await run(step(cache, 'true'));
  expect(status).toBe('success');
  expect(output('a')).toContain('[millrace] A cache was not stored: deps not found\n');
  expect(fake.caches.size).toBe(0);
});

it('does not restore into a path that exists', async () => {
  const { run, step } = await setUp();
  const cache = '{ key: npm, paths: deps }';
  await run(step(cache, fill));
  const { output } = await run(
    `steps:
  - { name: prepare, commands: [mkdir deps] }
  - { name: a, cache: ${cache}, commands: [find deps] }`,
  );
  expect(output('a')).toContain('A cache was not restored: deps exists already\n');
  expect(output('a')).toMatch(/\ndeps\n$/);
});

it('continues without caches if the server has none', async () => {
  const { fake, run, step } = await setUp();
  fake.failOnce('findCache', new FileRefusal('Not Found'));
  const { output, status } = await run(step('{ key: npm, paths: deps }', fill));
  expect(status).toBe('success');
  expect(output('a')).toContain('A cache was not restored: the server refused: Not Found\n');
  expect(fake.caches.size).toBe(0);
});

async function archiveOf(headers: TarInput['header'][]): Promise<Buffer> {
  const entries = headers.map((header) =>
    header.type === 'symlink' ? { header } : tarFile(header, Buffer.from('evil')),
  );
  return zstdCompressSync(await buffer(writeTar(entries)));
}

it('replaces an archive that is not valid, and leaves nothing of it', async () => {
  const { fake, run, step, workDir } = await setUp();
  const bad = [
    await archiveOf([{ name: 'deps/a' }, { name: '../../../escaped' }]),
    await archiveOf([
      { name: 'deps/a' },
      { name: 'deps/out', type: 'symlink', linkname: workDir },
      { name: 'deps/out/escaped' },
    ]),
    (await archiveOf([{ name: 'deps/a' }])).subarray(0, 30),
    Buffer.from('no archive'),
    Buffer.alloc(0),
    zstdCompressSync('no archive in it'),
    zstdCompressSync((await buffer(writeTar([{ header: { name: 'deps/a' } }]))).subarray(0, 512)),
  ];
  for (const archive of bad) {
    fake.caches.set('npm', archive);
    const cache = '{ key: npm, paths: deps }';
    const { output, status } = await run(step(cache, 'ls -A; pwd', fill));
    expect(status).toBe('success');
    expect(output('a')).toMatch(
      /^\[millrace\] Cache npm is damaged and was deleted: .+\n\[millrace\] Cache npm not found: no build has stored it\n\+ ls -A; pwd\n\//,
    );
    expect(output('a')).toContain('[millrace] Cache npm stored');
    const warm = await run(step(cache, show));
    expect(warm.output('a')).toContain(listing);
  }
  await expect.poll(() => readdir(workDir)).toEqual([]);
});

it('stores no file through a link', async () => {
  const { fake, run, step } = await setUp();
  const { output } = await run(step('{ key: npm, paths: out/passwd }', 'ln -s /etc out'));
  expect(output('a')).toContain('A cache was not stored: out is no folder\n');
  const link = await run(step('{ key: npm, paths: deps }', 'ln -s /etc deps'));
  expect(link.output('a')).toContain('A cache was not stored: deps is a link\n');
  const pipe = await run(step('{ key: npm, paths: deps }', 'mkdir deps; mkfifo deps/pipe'));
  expect(pipe.output('a')).toContain('A cache was not stored: deps/pipe is neither a file');
  expect(fake.caches.size).toBe(0);
});

it('stores and restores names of any bytes', async () => {
  const { run, step } = await setUp();
  const name = `"$(printf 'caf\\351\\nb\\\\c')"`;
  const cache = '{ key: npm, paths: deps }';
  const cold = await run(step(cache, `mkdir deps; cd deps; echo x > ${name}; ln -s ${name} link`));
  expect(cold.output('a')).toContain('Cache npm stored');
  const warm = await run(step(cache, `cat deps/link deps/${name}; ls deps | wc -l`));
  expect(warm.output('a')).toContain('Cache npm restored');
  expect(warm.output('a')).toMatch(/\nx\nx\n\s*3\n$/);
});

it('replaces an archive with other bytes than were stored', async () => {
  const { fake, run, step } = await setUp();
  const cache = '{ key: npm, restore_keys: [n], paths: deps }';
  await run(step('{ key: n1, paths: deps }', fill));
  await run(step('{ key: npm, paths: deps }', fill));
  const { loadCache } = fake.api;
  for (const change of [
    (bytes: Buffer) => bytes.subarray(1),
    (bytes: Buffer) => Buffer.concat([bytes, bytes]),
    (bytes: Buffer) => bytes.fill(0, 9),
  ]) {
    fake.api.loadCache = async (call) => {
      fake.api.loadCache = loadCache;
      const bytes = change(
        Buffer.from(await buffer(Readable.from((await loadCache(call)).read()))),
      );
      return { size: bytes.length, read: () => Readable.from([bytes]) };
    };
    const { output } = await run(step(cache, show));
    expect(output('a')).toMatch(
      /^\[millrace\] Cache npm is damaged and was deleted: .+\n\[millrace\] Cache npm not found; n1 restored/,
    );
    expect(output('a')).toContain('[millrace] Cache npm stored');
  }
});

it('stores a cache that the server has lost', async () => {
  const { fake, run, step } = await setUp();
  const cache = '{ key: npm, paths: deps }';
  await run(step(cache, fill));
  const { loadCache } = fake.api;
  fake.api.loadCache = async () => {
    fake.caches.clear();
    fake.api.loadCache = loadCache;
    throw new FileRefusal('The object store has lost the cache');
  };
  const { output } = await run(step(cache, fill));
  expect(output('a')).toContain('damaged and was deleted: The object store has lost the cache\n');
  expect(output('a')).toContain('[millrace] Cache npm stored');
});

it('leaves a cache alone whose download failed', async () => {
  const { fake, run, step } = await setUp();
  const cache = '{ key: npm, paths: deps }';
  await run(step(cache, fill));
  fake.failOnce('loadCache', new Error('The connection was lost'));
  const { output } = await run(step(cache, 'true'));
  expect(output('a')).toContain('A cache was not restored: The connection was lost\n');
  expect(fake.reports).not.toContain('cache npm discarded');
  expect((await run(step(cache, show))).output('a')).toContain(listing);
});

it('names a path that a cache does not have', async () => {
  const { run, step } = await setUp();
  const { output } = await run(step('{ key: npm, paths: [deps, other] }', fill));
  expect(output('a')).toContain('[millrace] other not found, the cache is without it\n');
});
