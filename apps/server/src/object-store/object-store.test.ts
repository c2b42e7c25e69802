import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { ByteStream } from '@millrace/build-host/files/measured-content';
import { AppError, StoreAwayError } from '@millrace/contract/api-errors';
import { createLogger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import { findFreePort } from '@millrace/test-support/free-port';
import { skipIf } from '@millrace/test-support/skip-if';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startProxy } from '../../testing/proxy-server.ts';
import { S3Server, s3Program } from '../../testing/s3-server.ts';
import { startStubS3 } from '../../testing/stub-s3.ts';
import { type TestStore, testStores } from '../../testing/test-stores.ts';
import { readLogStoreSettings } from '../config/object-store-settings.ts';
import { LostObjectError, type ObjectStore } from './object-store.ts';
import { openObjectStore, tryOutStore } from './open-object-store.ts';
import { readObject, readVerified } from './read-object.ts';
import { S3Store } from './s3-store.ts';

const silent = createLogger('silent');
const open = async (env: Record<string, string>, logger = silent) => {
  const settings = readLogStoreSettings(env);
  if (!settings) throw new Error('There is no store');
  const store = await openObjectStore(settings, logger);
  await tryOutStore(store, settings);
  return store;
};
/** Binary, and of every value of a byte. */
const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 7919) % 256);

/** Small pieces of it, or of its beginning. */
function streamOf(body: Uint8Array, failure?: Error): ByteStream {
  return {
    size: body.length,
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < body.length; at += 65_536) {
        if (failure && at > body.length / 2) throw failure;
        yield body.subarray(at, at + 65_536);
      }
    },
  };
}

describe.for(testStores)('$name', ({ isThere, start }) => {
  let testStore: TestStore;
  let store: ObjectStore;
  beforeAll(async () => {
    if (!isThere) return;
    testStore = await start();
    store = await open(testStore.env);
  });
  afterAll(async () => {
    store?.close();
    await testStore?.stop();
  });
  const test = it.skipIf(!isThere);

  test('is empty after the check at the start', async () => {
    expect(await testStore.list()).toEqual([]);
  });

  test.for([1, 1000, 3_000_000])(
    'returns an object of %i bytes, and any part of it',
    async (size) => {
      const key = `aa/${size}.zst`;
      const body = bytes(size);
      await store.put(key, body);
      const ranges = [
        [0, size],
        [0, 1],
        [size - 1, size],
        [Math.floor(size / 3), Math.ceil(size / 2)],
      ] as const;
      for (const [from, to] of ranges) {
        const part = await store.get(key, from, to);
        expect(Buffer.compare(part, body.subarray(from, to))).toBe(0);
      }
      await expect(store.get(key, 0, size + 1)).rejects.toThrow(LostObjectError);
      await expect(store.get(key, size, size + 1)).rejects.toThrow(LostObjectError);
      await store.delete(key);
      await expect(store.get(key, 0, 1)).rejects.toThrow(LostObjectError);
    },
  );

  test.for([0, 1000, 3_000_000])('stores a stream of %i bytes', async (size) => {
    const key = `aa/stream-${size}.bin`;
    const body = bytes(size);
    await store.put(key, streamOf(body));
    const pieces: Uint8Array[] = [];
    for await (const piece of readObject(store, key, 0, size)) pieces.push(piece);
    expect(Buffer.compare(Buffer.concat(pieces), body)).toBe(0);
    await store.delete(key);
  });

  test('reports why an interrupted upload is missing', async () => {
    const reason = new AppError(503, 'broken off');
    const broken = streamOf(bytes(3_000_000), reason);
    await expect(store.put('aa/broken.bin', broken)).rejects.toThrow(reason);
    // Stores of others may keep half of it, a moment later.
    const remove = async () => {
      await store.delete('aa/broken.bin');
      return await testStore.list();
    };
    await expect.poll(remove).toEqual([]);
  });

  test('deletes a missing object without an error', async () => {
    await store.delete('aa/none.zst');
  });

  test.for([
    '../a/b.zst',
    'aa/../../b.zst',
    '/etc/passwd.txt',
    'aa/b',
    'aa/b.zst/',
    'aa\\b.zst',
    '',
  ])('rejects the key "%s"', async (key) => {
    const calls = [
      () => store.put(key, bytes(1)),
      () => store.get(key, 0, 1),
      () => store.delete(key),
    ];
    for (const call of calls)
      await expect((async () => call())()).rejects.toThrow('is not an object key');
  });

  test('logs the start and the end of an outage once', async () => {
    const said: string[] = [];
    const sink = new Writable({
      write(chunk, _, done) {
        said.push(JSON.parse(String(chunk)).msg);
        done();
      },
    });
    const watched = await open(testStore.env, pino({}, sink));
    onTestFinished(() => watched.close());
    await watched.put('aa/kept.zst', bytes(10));
    await testStore.pause();
    const calls = [
      () => watched.put('aa/new.zst', bytes(1)),
      () => watched.get('aa/kept.zst', 0, 1),
      () => watched.delete('aa/kept.zst'),
    ];
    for (const call of [...calls, ...calls]) await expect(call()).rejects.toThrow(StoreAwayError);
    await testStore.resume();
    expect(Buffer.compare(await watched.get('aa/kept.zst', 0, 10), bytes(10))).toBe(0);
    expect(said).toEqual([
      expect.stringContaining('is unavailable'),
      expect.stringContaining('is available again'),
    ]);
    await watched.delete('aa/kept.zst');
    // In S3, an interrupted upload may still complete later.
    expect((await testStore.list()).filter((path) => path.includes('kept'))).toEqual([]);
  });
});

describe('files', () => {
  it('do not follow links out of their folder', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'millrace-links-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const secret = join(dir, 'secret');
    const link = join(dir, 'logs', 'aa', 'b.zst');
    await mkdir(dirname(link), { recursive: true });
    await writeFile(secret, 'secret');
    await symlink(secret, link);
    const store = await open({ MILLRACE_LOGS_URL: `file://${join(dir, 'logs')}` });
    await expect(store.get('aa/b.zst', 0, 6)).rejects.toThrow(StoreAwayError);
  });
});

it(
  'an S3 server is called through the proxy of the environment',
  skipIf(!s3Program && 'MILLRACE_TEST_S3 is not set'),
  async () => {
    const testStore = await S3Server.start();
    onTestFinished(() => testStore.stop());
    const proxy = await startProxy(testStore.env.MILLRACE_S3_ENDPOINT ?? '');
    const store = await open({
      ...testStore.env,
      MILLRACE_S3_ENDPOINT: 'http://s3.test',
      HTTP_PROXY: proxy.url,
    });
    onTestFinished(() => store.close());
    const body = bytes(3_000_000);
    await store.put('aa/proxied.zst', body);
    expect(Buffer.compare(await store.get('aa/proxied.zst', 0, body.length), body)).toBe(0);
    expect([...proxy.hosts]).toEqual(['s3.test']);
  },
);

describe('an S3 server that accepts an upload', () => {
  const zeros = Buffer.alloc(200_000);
  const half = (body: Buffer) => body.subarray(0, body.length / 2);
  const kept: [string, (body: Buffer) => Buffer | null, Uint8Array][] = [
    ['nothing', () => null, bytes(200_000)],
    ['nothing of an empty object', () => null, bytes(0)],
    ['half of it', half, bytes(200_000)],
    ['half of many zeros', half, zeros],
    ['too much', (body) => Buffer.concat([body, body]), zeros],
    ['other bytes', (body) => Buffer.from(body.map((byte) => byte ^ 1)), bytes(200_000)],
  ];

  it.for(kept)('and stores %s, fails it', async ([, keep, body]) => {
    const stub = await startStubS3();
    const store = await open(stub.env);
    onTestFinished(() => store.close());
    const bodies = [body, streamOf(body)];
    for (const [at, good] of bodies.entries()) await store.put(`aa/good-${at}.bin`, good);
    stub.keep = keep;
    for (const [at, lost] of bodies.entries()) {
      await expect(store.put(`aa/lost-${at}.bin`, lost)).rejects.toThrow(
        'The object store is away: it did not store an upload',
      );
    }
  });

  it('and stores nothing, fails the start', async () => {
    const { env } = await startStubS3(() => null);
    await expect(open(env)).rejects.toThrow(/^MILLRACE_LOGS_URL .* has lost/);
  });
});

describe('invalid settings fail the start', () => {
  it.for([
    [{ MILLRACE_LOGS_URL: 'https://example.com/logs' }, /^MILLRACE_LOGS_URL must be as/],
    [{ MILLRACE_LOGS_URL: 's3://' }, /^MILLRACE_LOGS_URL must be as/],
    [{ MILLRACE_LOGS_URL: 's3://logs/../other' }, /^MILLRACE_LOGS_URL must be as/],
    [
      { MILLRACE_LOGS_URL: 's3://ab' },
      /^The bucket "ab" in MILLRACE_LOGS_URL is invalid: its name has 2 of at least 3 characters\.$/,
    ],
    [{ MILLRACE_LOGS_URL: 's3://a/logs' }, /^The bucket "a" .* has 1 of at least 3/],
    [{ MILLRACE_LOGS_URL: `s3://${'a'.repeat(64)}` }, /has 64 of at most 63/],
    [{ MILLRACE_LOGS_URL: 's3://Logs' }, /^The bucket "Logs" .* lower-case letters/],
    [{ MILLRACE_LOGS_URL: 's3://my_logs' }, /^The bucket "my_logs" .* lower-case letters/],
    [{ MILLRACE_LOGS_URL: 's3://a..b' }, /^The bucket "a..b" .* between them/],
    [{ MILLRACE_LOGS_URL: 's3://-logs' }, /^The bucket "-logs" .* between them/],
    [{ MILLRACE_LOGS_URL: 's3://10.0.0.1' }, /is an address/],
    [{ MILLRACE_LOGS_URL: 'file://host/logs' }, /^MILLRACE_LOGS_URL must be as/],
    [{ MILLRACE_LOGS_URL: 'file:///' }, /^MILLRACE_LOGS_URL must be as/],
    [{ MILLRACE_LOGS_URL: '/logs' }, /^MILLRACE_LOGS_URL must be as/],
    [
      { MILLRACE_LOGS_URL: 's3://logs', MILLRACE_S3_PATH_STYLE: 'yes' },
      /^MILLRACE_S3_PATH_STYLE must/,
    ],
    [
      { MILLRACE_LOGS_URL: 's3://logs', MILLRACE_S3_ENDPOINT: 'logs' },
      /^MILLRACE_S3_ENDPOINT must/,
    ],
    [{ MILLRACE_S3_ENDPOINT: 'http://127.0.0.1' }, /so set MILLRACE_LOGS_URL too/],
    [
      { MILLRACE_LOGS_URL: 'file:///logs', MILLRACE_S3_REGION: 'x' },
      /so set MILLRACE_LOGS_URL too/,
    ],
  ] as const)('%j', ([env, message]) => {
    expect(() => readLogStoreSettings(env)).toThrow(StartError);
    expect(() => readLogStoreSettings(env)).toThrow(message);
  });

  it('as does a missing folder', async () => {
    const missing = open({ MILLRACE_LOGS_URL: 'file:///there/is/no/such/folder' });
    await expect(missing).rejects.toThrow(StartError);
    await expect(missing).rejects.toThrow(/^MILLRACE_LOGS_URL is file:.* cannot be used: .*ENOENT/);
  });

  const [, s3] = testStores;
  it.for([
    ['a bucket that is not there', { MILLRACE_LOGS_URL: 's3://other' }, /NoSuchBucket/],
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }, /SignatureDoesNotMatch/],
    ['an unknown key', { AWS_ACCESS_KEY_ID: 'unknown' }, /access key/],
  ] as const)(
    'as %s does',
    skipIf(!s3?.isThere && 'MILLRACE_TEST_S3 is not set'),
    async ([, env, message]) => {
      if (!s3) return;
      const testStore = await s3.start();
      onTestFinished(() => testStore.stop());
      const refused = open({ ...testStore.env, ...env });
      await expect(refused).rejects.toThrow(StartError);
      await expect(refused).rejects.toThrow(message);
    },
  );
});

it('a store that does not respond is retried while the server runs', async () => {
  const store = await open({
    MILLRACE_LOGS_URL: 's3://logs',
    MILLRACE_S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  });
  onTestFinished(() => store.close());
  await expect(store.get('aa/b.zst', 0, 1)).rejects.toThrow(
    'The object store is away: ECONNREFUSED',
  );
});

describe('a store that hangs', () => {
  const openHanging = async () => {
    const s3 = await startStubS3();
    const settings = readLogStoreSettings(s3.env);
    if (settings?.kind !== 's3') throw new Error('Not an S3 store');
    const store = new S3Store(settings, { shortMs: 200, putMs: 200, stallMs: 200 });
    onTestFinished(() => store.close());
    await store.put('aa/b.bin', bytes(1000));
    s3.hangs = true;
    return store;
  };

  it.each<[string, (store: S3Store) => Promise<unknown>]>([
    ['the content of an object', (store) => store.get('aa/b.bin', 0, 1000)],
    ['an upload', (store) => store.put('aa/c.bin', bytes(1000))],
    ['the upload of a stream', (store) => store.put('aa/c.bin', streamOf(bytes(3_000_000)))],
  ])('is away during %s', async (_, call) => {
    const store = await openHanging();
    await expect(call(store)).rejects.toThrow(StoreAwayError);
  });
});

describe('an object that is verified', () => {
  const size = 3_000_000;
  const stored = bytes(size);
  const sha256 = createHash('sha256').update(stored).digest('hex');
  const damaged = Uint8Array.from(stored);
  damaged[10] = (damaged[10] ?? 0) + 1;
  const read = async (content: Uint8Array, range?: { from: number; to: number }) => {
    const get = async (_: string, from: number, to: number) => content.subarray(from, to);
    const pieces: Uint8Array[] = [];
    const object = { key: 'aa/b.bin', size, sha256 };
    try {
      const all = readVerified({ get } as ObjectStore, object, range);
      for await (const piece of all) pieces.push(piece);
      return Buffer.concat(pieces);
    } catch (error) {
      expect(error).toBeInstanceOf(LostObjectError);
      return Buffer.concat(pieces).length;
    }
  };

  it.each([
    { from: 0, to: size },
    { from: 0, to: 1 },
    { from: 1_500_000, to: 2_500_000 },
    { from: size - 1, to: size },
  ])('is yielded from $from to $to', async (range) => {
    expect(await read(stored, range)).toEqual(Buffer.from(stored.slice(range.from, range.to)));
  });

  it('is never yielded to its end if it has other content', async () => {
    expect(await read(damaged)).toBe(2 * 1024 * 1024);
    expect(await read(damaged, { from: 0, to: 1000 })).toBe(0);
    // Also if only another part has other content.
    expect(await read(damaged, { from: size - 1, to: size })).toBe(0);
  });
});
