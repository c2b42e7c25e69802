import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { makeBuild } from '../../testing/make-build.ts';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../testing/test-server.ts';
import { touchBuild } from '../../testing/touch-build.ts';
import { createBuildJobs, createOutboxJobs, isLastChange } from './build-jobs.ts';

/** Ids of two builds, both changed. */
let one: number;
let two: number;
let kinds = 0;
const server = await serverOfFile();
await server.addUser('ada');
const repoId = (await pushSampleRepo(server, 'ada')).id;
beforeEach(async () => {
  one = (await makeBuild(server.core, repoId)).id;
  two = (await makeBuild(server.core, repoId)).id;
});

type BuildJobKind = Parameters<typeof createBuildJobs>[1];

/** Jobs with a new position in the outbox. They collect the changes after this call. */
async function createJobs(kind: Partial<BuildJobKind> = {}) {
  const name = `test ${++kinds}`;
  const ran: number[] = [];
  const create = () =>
    createBuildJobs(server.core, {
      name,
      listener: name,
      giveUpSec: 60,
      keyOf: (_, { buildId }) => String(buildId),
      run: async (buildId) => void ran.push(buildId),
      ...kind,
    });
  const jobs = create();
  await jobs.runOnce();
  return { jobs, name, ran, create };
}

async function touchBoth(): Promise<void> {
  await touchBuild(server, one);
  await touchBuild(server, two);
}

describe('a change of a build', () => {
  it.each([
    [
      'runs a job at the place of its repository',
      {},
      () => [`${one} ${repoId}`, `${two} ${repoId}`],
    ],
    ['runs a job at another place', { place: -1 }, () => [`${one} -1`, `${two} -1`]],
    ['runs no job without a key', { keyOf: () => undefined }, () => []],
    [
      'replaces a waiting job with the same key',
      { keyOf: () => 'same' },
      () => [`${two} ${repoId}`],
    ],
  ] satisfies [string, Partial<BuildJobKind>, () => string[]][])(
    '%s',
    async (_, kind, expected) => {
      const ran: string[] = [];
      const { jobs, name } = await createJobs({
        run: async (buildId) => {
          const rows = server.core.db.selectFrom('jobs').where('kind', '=', name).select('place');
          ran.push(`${buildId} ${(await rows.executeTakeFirstOrThrow()).place}`);
        },
        ...kind,
      });
      await touchBoth();
      for (let check = 0; check < 3; check++) await jobs.runOnce();
      expect(ran).toEqual(expected());
    },
  );

  it('is collected again if its job could not be stored', async () => {
    let isBroken = true;
    const { jobs, ran } = await createJobs({
      keyOf: (_, { buildId }) => {
        if (isBroken && buildId === two) throw new Error('Unreadable build');
        return String(buildId);
      },
    });
    await touchBoth();
    await expect(jobs.runOnce()).rejects.toThrow('Unreadable build');
    expect(ran).toEqual([]);
    isBroken = false;
    for (let check = 0; check < 2; check++) await jobs.runOnce();
    expect(ran).toEqual([one, two]);
  });

  it('runs its job once, also if another server runs the jobs next', async () => {
    const { jobs, ran, create } = await createJobs();
    await touchBuild(server, one);
    const other = create();
    await other.runOnce();
    await touchBuild(server, two);
    jobs.run();
    await expect.poll(() => ran).toEqual([one, two]);
    await jobs.stop();
    expect(ran).toEqual([one, two]);
  });
});

it('tells the last change of a build from those before it', async () => {
  const build = await server.core.builds.findById(one);
  if (!build) throw new Error('There is no build');
  const change = { id: 1, repoId, buildId: one, firstVersion: 1, build };
  expect(isLastChange({ ...change, version: build.version - 1 })).toBe(false);
  expect(isLastChange({ ...change, version: build.version })).toBe(true);
});

it('skips a build that cannot be read, and does the jobs of the others', async () => {
  const { jobs, ran } = await createJobs();
  await touchBuild(server, one);
  await touchBuild(server, two);
  await server.core.db
    .updateTable('builds')
    .set({ params: 'damaged' })
    .where('id', '=', one)
    .execute();
  await jobs.runOnce();
  expect(ran).toEqual([two]);
});

it('fails with its key, and with its payload if that can be parsed', async () => {
  const failed: unknown[] = [];
  const { jobs } = await createJobs({
    run: async () => Promise.reject(new Error('Unknown build')),
    onFailed: async ({ key, payload }) => void failed.push({ key, payload }),
  });
  await touchBuild(server, one);
  await jobs.runOnce();
  await jobs.addIn(server.core.db, {
    key: 'unreadable',
    place: repoId,
    payload: { buildId: Number.NaN },
  });
  await jobs.runOnce();
  expect(failed).toEqual([
    { key: String(one), payload: { buildId: one } },
    { key: 'unreadable', payload: undefined },
  ]);
});

it('adds several jobs for one change, and collects other jobs after them', async () => {
  const ran: string[] = [];
  const collected: number[] = [];
  const jobs = createOutboxJobs(server.core, {
    name: 'several',
    listener: 'several',
    giveUpSec: 60,
    payload: z.object({ channel: z.string() }),
    listJobs: async (_, { buildId }) =>
      ['email', 'slack'].map((channel, place) => ({
        key: `${buildId} ${channel}`,
        place,
        payload: { channel },
      })),
    collect: async (nowSec) => {
      collected.push(nowSec);
      return undefined;
    },
    run: async ({ payload }) => void ran.push(payload.channel),
  });
  await jobs.runOnce();
  await touchBuild(server, one);
  await jobs.runOnce();
  expect(ran).toEqual(['email', 'slack']);
  expect(collected).toHaveLength(2);
});
