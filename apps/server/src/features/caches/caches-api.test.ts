import type { Caches, Step } from '@millrace/contract/api';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CacheCalls } from '../../../testing/cache-calls.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { type TestStore, testStores } from '../../../testing/test-stores.ts';
import { ObjectCleaner } from '../../object-store/object-cleaner.ts';
import { CacheObjectStore } from './cache-object-store.ts';

const path = '/api/repos/ada/project/caches';
const daySec = 86_400;
const env = { MILLRACE_CACHE_ENTRY_MB: '2', MILLRACE_CACHE_REPO_MB: '4' };

let nowSec: number;
let server: TestServer;
let ada: { token: string };
let step: Step;
let calls: CacheCalls;
async function start(more = {}) {
  nowSec = 1_700_000_000;
  server = await startTestServer({
    clock: { nowSec: () => nowSec },
    env: { ...env, ...more },
  });
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada');
  const api = runnerApiOf(server);
  ({ step } = await startNextStage(api));
  calls = new CacheCalls(api, step.id);
}

const read = async () =>
  (await server.app.inject({ url: path, headers: bearer(ada) })).json<Caches>();
const keys = async () => (await read()).entries.map(({ key }) => key);
const remove = (url: string) => server.app.inject({ method: 'DELETE', url, headers: bearer(ada) });
const countObjects = async () => {
  const rows = await server.core.db.selectFrom('cache_objects').select('due').execute();
  return rows.filter(({ due }) => due === null).length;
};
const megabyte = (letter: string) => letter.repeat(1_000_000);

describe('caches', () => {
  beforeEach(() => start());
  afterEach(() => server.stop());

  it('are stored once for a key, and found by it', async () => {
    expect(await calls.get('npm-1')).toBe('no_entry');
    await calls.put('npm-1', 'first');
    await calls.put('npm-1', 'second');
    expect(await calls.get('npm-1')).toBe('first');
    const { entries, lookups, used, limits } = await read();
    expect(entries).toEqual([
      {
        id: 1,
        key: 'npm-1',
        scope: 'branch/main',
        paths: ['deps'],
        size: 5,
        build: 1,
        created: nowSec,
        last_used: nowSec,
        hits: 2,
      },
    ]);
    expect(used).toBe(5);
    expect(limits).toEqual({ days: 14, entry_bytes: 2e6, repo_bytes: 4e6 });
    expect(lookups.map(({ result, reason }) => reason ?? result)).toEqual([
      'hit',
      'hit',
      'no_entry',
      'no_entry',
    ]);
    expect(lookups[0]).toMatchObject({
      key: 'npm-1',
      build: 1,
      stage: 'first',
      step: 'greet',
      found_key: 'npm-1',
    });
  });

  it('are found by the start of their key, the newest first', async () => {
    await calls.put('npm-main-1', 'old');
    nowSec++;
    await calls.put('npm-main-2', 'new');
    await calls.put('npm-_', 'other');
    expect(await calls.get('npm-3', { restoreKeys: ['go-', 'npm-main-', 'npm-'] })).toBe('new');
    const { found } = await calls.find('npm-3', { restoreKeys: ['npm-_'] });
    expect(found).toMatchObject({ key: 'npm-_', scope: 'branch/main', isExact: false });
    expect((await read()).lookups[0]).toMatchObject({ result: 'partial', found_key: 'npm-_' });
  });

  it('have a reason for each miss', async () => {
    await calls.put('npm-1', 'content');
    expect(await calls.get('npm-1', { paths: ['elsewhere'] })).toBe('other_paths');
    expect(await calls.get('npm-1', { missingFiles: ['lock'] })).toBe('missing_file');
    await server.core.db.updateTable('caches').set({ scope: 'branch/x', place: 'x' }).execute();
    expect(await calls.get('npm-1')).toBe('other_scope');
    const [other, missing] = (await read()).lookups;
    expect(other?.reason).toBe('other_scope');
    expect(missing?.missing_files).toEqual(['lock']);
  });

  it('are downloaded by those who may write, and not with the id of another repository', async () => {
    await calls.put('npm-1', 'content');
    const get = (url: string, who: { token: string } = ada) =>
      server.app.inject({ url, headers: bearer(who) });
    expect((await get(`${path}/1`)).body).toBe('content');
    const eve = await server.addUser('eve');
    await pushSampleRepo(server, 'eve');
    expect((await get(`${path}/1`, eve)).statusCode).toBe(404);
    expect((await get('/api/repos/eve/project/caches/1', eve)).statusCode).toBe(404);
  });

  it('share an object with the same content', async () => {
    await calls.put('a', 'same');
    await calls.put('b', 'same');
    expect(await countObjects()).toBe(1);
    await remove(`${path}/1`);
    expect([await calls.get('b'), await countObjects()]).toEqual(['same', 1]);
    await remove(`${path}/2`);
    expect(await countObjects()).toBe(0);
  });

  it('evict the least recently used ones beyond the quota', async () => {
    for (const letter of ['a', 'b', 'c', 'd']) {
      nowSec++;
      await calls.put(letter, megabyte(letter));
    }
    nowSec++;
    await calls.find('a');
    await calls.put('e', megabyte('e'));
    expect(await keys()).toEqual(['e', 'a', 'd', 'c']);
    const { lookup } = await calls.find('f');
    await expect(calls.save(lookup, megabyte('fff'))).rejects.toThrow('the limit is 2 MB');
  });

  it('expire after the days without a use', async () => {
    await calls.put('a', 'a');
    await calls.put('b', 'b');
    nowSec += 13 * daySec;
    await calls.find('b');
    nowSec += 2 * daySec;
    await server.runJob('expireCaches');
    expect(await keys()).toEqual(['b']);
    expect((await read()).lookups).toHaveLength(1);
  });

  it('have lower limits in a repository that sets them', async () => {
    const url = '/api/repos/ada/project/cache-limits';
    const put = (payload: object, method: 'PUT' | 'PATCH' = 'PUT') =>
      server.app.inject({ method, url, headers: bearer(ada), payload });
    expect((await put({ days: 3, repo_bytes: 1_500_000 })).statusCode).toBe(204);
    const { own, server: ofServer, limits } = await read();
    expect(own).toEqual({ days: 3, repo_bytes: 1_500_000 });
    expect(ofServer).toEqual({ days: 14, entry_bytes: 2e6, repo_bytes: 4e6 });
    expect(limits).toEqual({ days: 3, entry_bytes: 1_500_000, repo_bytes: 1_500_000 });
    for (const letter of ['a', 'b']) await calls.put(letter, megabyte(letter));
    expect(await keys()).toEqual(['b']);
    nowSec += 4 * daySec;
    await server.runJob('expireCaches');
    expect(await keys()).toEqual([]);
    await put({ days: 100, repo_bytes: 1e12 });
    expect((await read()).limits).toEqual({ days: 14, entry_bytes: 2e6, repo_bytes: 4e6 });
    await put({ days: 9 }, 'PATCH');
    expect((await read()).own).toEqual({ days: 9, repo_bytes: 1e12 });
    await put({});
    expect((await read()).own).toEqual({ days: null, repo_bytes: null });
    for (const wrong of [{ days: -1 }, { days: 40_000 }, { repo_bytes: 0.5 }]) {
      expect((await put(wrong)).statusCode).toBe(400);
    }
  });

  it('are deleted one by one and all together, by an admin', async () => {
    for (const key of ['a', 'b', 'c']) await calls.put(key, key);
    expect((await remove(`${path}/2`)).statusCode).toBe(204);
    expect((await remove(`${path}/2`)).statusCode).toBe(404);
    expect(await keys()).toEqual(['c', 'a']);
    const { lookup } = await calls.find('a');
    expect((await remove(path)).statusCode).toBe(204);
    expect(await keys()).toEqual([]);
    await expect(calls.load(lookup)).rejects.toThrow('The cache was deleted');
  });

  it('are not stored by a step that is over', async () => {
    const { lookup } = await calls.find('a');
    await runnerApiOf(server).updateStep({
      params: { step: step.id },
      body: { ...step, status: 'success' },
    });
    await expect(calls.save(lookup, 'late')).rejects.toThrow('is over');
    await expect(calls.find('a')).rejects.toThrow('is over');
  });

  it('stay whole if several stages store the same key at once', async () => {
    const contents = Array.from({ length: 8 }, (_, at) => megabyte(String(at)));
    const lookups = await Promise.all(contents.map(() => calls.find('same')));
    await Promise.all(lookups.map(({ lookup }, at) => calls.save(lookup, contents[at] ?? '')));
    expect(await keys()).toEqual(['same']);
    expect(contents).toContain(await calls.get('same'));
    expect(await countObjects()).toBe(1);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['truncated', 'fir'],
  ])('are replaced if their object is %s', async (_, content) => {
    await calls.put('a', 'first');
    await replaceObject(content);
    await expect(calls.get('a')).rejects.toThrow('The object store has lost the cache');
    await calls.put('a', 'first');
    expect(await calls.get('a')).toBe('first');
  });

  it('are replaced, with all that share the object, if it has other bytes', async () => {
    await calls.put('a', 'first');
    await calls.put('b', 'first');
    await replaceObject('FIRST');
    await expect(calls.get('a')).rejects.toThrow('The object store has lost the cache');
    expect(await keys()).toEqual([]);
    await calls.put('b', 'first');
    expect(await calls.get('b')).toBe('first');
  });

  it('are replaced if a runner reports that they are damaged', async () => {
    await calls.put('a', 'no archive');
    const { lookup } = await calls.find('a');
    await calls.discard(lookup);
    await calls.discard(lookup);
    expect(await calls.get('a')).toBe('no_entry');
    await calls.put('a', 'no archive');
    expect(await calls.get('a')).toBe('no archive');
  });

  it('do not share an object that no cache uses, which may be damaged', async () => {
    await calls.put('a', 'first');
    await replaceObject('FIRST');
    await server.core.db.deleteFrom('caches').execute();
    await calls.put('a', 'first');
    expect(await calls.get('a')).toBe('first');
  });

  /** Replaces the content of the only complete object in the store. */
  async function replaceObject(content: string | undefined): Promise<void> {
    const { db, artifactStore } = server.core;
    const { key } = await db
      .selectFrom('cache_objects')
      .select('key')
      .where('due', 'is', null)
      .executeTakeFirstOrThrow();
    await artifactStore.delete(key);
    if (content !== undefined) await artifactStore.put(key, Buffer.from(content));
  }

  it('disappear with their repository, and their objects after them', async () => {
    await calls.put('a', 'a');
    await server.core.db.deleteFrom('repos').execute();
    const { db, clock, logger, artifactStore } = server.core;
    const objects = new CacheObjectStore(db);
    const cleaner = new ObjectCleaner({ objects, store: artifactStore, clock, logger });
    cleaner.run();
    await expect.poll(() => db.selectFrom('cache_objects').selectAll().execute()).toEqual([]);
    await cleaner.stop();
  });
});

describe.for(testStores)('caches in $name', ({ isThere, start: startStore }) => {
  let testStore: TestStore;
  beforeEach(async () => {
    if (!isThere) return;
    testStore = await startStore();
    await start(testStore.env);
  });
  afterEach(async () => {
    if (!isThere) return;
    await server.stop();
    await testStore.stop();
  });

  it(
    'are objects that are named by their digest',
    skipIf(!isThere && 'MILLRACE_TEST_S3 is not set'),
    async () => {
      await calls.put('a', 'content');
      expect(await calls.get('a')).toBe('content');
      const digest = 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73';
      expect(await testStore.list()).toEqual([expect.stringContaining(`ed/${digest}-`)]);
      await testStore.pause();
      await expect(calls.get('a')).rejects.toThrow('The object store is away');
      await testStore.resume();
    },
  );
});
