import type { Step } from '@millrace/build-rules';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { artifactsOf } from '../../../testing/artifacts-of.ts';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { FileStore } from '../../object-store/file-store.ts';
import { DiskReserve } from '../../shared/disk-reserve.ts';
import { ArtifactService } from './artifact-service.ts';

const limits = { days: 0, fileBytes: 1000, buildBytes: 3500, repoBytes: 2500 };
const uploads = 12;

let nowSec: number;
let server: TestServer;
let step: Step;
let repoId: number;
/** Two servers of one database. */
let services: ArtifactService[];
beforeEach(async () => {
  nowSec = 1_700_000_000;
  server = await startTestServer({ clock: { nowSec: () => nowSec } });
  await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  const started = await startNextStage(runnerApiOf(server));
  step = (await server.core.stages.findStep(started.step.id)) as Step;
  const { db, changeBuild, clock, dirs } = server.core;
  const store = new FileStore(dirs.artifacts, new DiskReserve(dirs.artifacts, 0));
  const contributed = { refuseStorage: [] };
  const deps = { db, store, changeBuild, clock, limits, contributed };
  services = [1, 2].map(() => new ArtifactService(deps));
});
afterEach(() => server.stop());

const signal = () => new AbortController().signal;
const used = async () => (await artifactsOf(server).artifacts.readLimits(repoId)).used;
const take = (at: number, content: AsyncIterable<Uint8Array>, size = 1000) =>
  services[at % 2]?.add(step, { path: `files/${at}`, size, content }, signal());
async function* bytesOf(size = 1000) {
  yield Buffer.alloc(size);
}

/** Uploads at once: none has its bytes before every other one has begun or was refused. */
async function takeAtOnce(): Promise<PromiseSettledResult<unknown>[]> {
  const all = Promise.withResolvers<void>();
  let settled = 0;
  const arrive = () => {
    if (++settled === uploads) all.resolve();
  };
  async function* content() {
    arrive();
    await all.promise;
    yield Buffer.alloc(1000);
  }
  return Promise.allSettled(
    Array.from({ length: uploads }, async (_, at) => {
      let hasBegun = false;
      const counted = async function* () {
        hasBegun = true;
        yield* content();
      };
      try {
        await take(at, counted());
      } finally {
        if (!hasBegun) arrive();
      }
    }),
  );
}

it('keeps concurrent uploads to several servers within a limit', async () => {
  const results = await takeAtOnce();
  const stored = results.filter(({ status }) => status === 'fulfilled');
  expect([stored.length, await used()]).toEqual([2, 2000]);
  const [refused] = results.filter((result) => result.status === 'rejected');
  expect(String(refused?.reason)).toContain('The files of a repository may have 2.5 kB together');
});

it('releases the bytes of failed and deleted files', async () => {
  const broken = async function* () {
    yield Buffer.alloc(500);
    throw new Error('gone');
  };
  for (let at = 0; at < 5; at++) await expect(take(at, broken())).rejects.toThrow();
  const cut = take(0, bytesOf(999));
  await expect(cut).rejects.toThrow();
  await take(1, bytesOf());
  await take(2, bytesOf());
  await expect(take(3, bytesOf())).rejects.toThrow('may have 2.5 kB together');
  // The file before counts until the new one has taken its place.
  await take(2, bytesOf(500), 500);
  await take(3, bytesOf());
  await services[0]?.delete(step.id, 'files/1');
  await take(4, bytesOf());
  expect(await used()).toBe(2500);
});

it('releases the bytes of uploads that were interrupted by a crash, after their lease', async () => {
  const { cleaner } = artifactsOf(server);
  const dead = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const hanging = async function* () {
    begun.resolve();
    await dead.promise;
    yield* [] as Uint8Array[];
  };
  const hung = take(0, hanging());
  await begun.promise;
  await take(1, bytesOf());
  await expect(take(2, bytesOf())).rejects.toThrow('may have 2.5 kB together');
  nowSec += 31 * 60;
  cleaner.run();
  const tryAgain = () => take(2, bytesOf())?.then(() => 'kept', String);
  await expect.poll(tryAgain, { timeout: 60_000 }).toBe('kept');
  await cleaner.stop();
  dead.resolve();
  await expect(hung).rejects.toThrow();
  expect(await used()).toBe(2000);
});

it('deletes totals after a day, and computes them for the next upload', async () => {
  const { db } = server.core;
  await take(0, bytesOf());
  await take(1, bytesOf());
  nowSec += 86_401;
  await services[0]?.deleteOldTotals();
  expect(await db.selectFrom('artifact_totals').selectAll().execute()).toEqual([]);
  await expect(take(2, bytesOf())).rejects.toThrow('may have 2.5 kB together');
});

it('deletes the files whose time in the pipeline file is over', async () => {
  const add = (path: string, days: number) =>
    services[0]?.add(step, { path, size: 10, content: bytesOf(10), days }, signal());
  await add('short', 1);
  await add('long', 7);
  await add('ever', 0);
  const paths = async () =>
    (await services[1]?.listOfStep(step.id, undefined, 10))?.map(({ path }) => path);
  nowSec += 86_399;
  await services[1]?.deleteExpired();
  expect(await paths()).toEqual(['ever', 'long', 'short']);
  nowSec += 1;
  await services[1]?.deleteExpired();
  expect(await paths()).toEqual(['ever', 'long']);
  expect(await used()).toBe(20);
});
