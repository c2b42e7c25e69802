import type { Build, NewBuild } from '@millrace/build-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBuild } from '../../testing/make-build.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isOfLine } from './line-conditions.ts';
import { LineStore } from './line-store.ts';

let server: TestServer;
let repoId: number;
let lines: LineStore;
beforeAll(async () => {
  server = await startTestServer();
  await server.addUser('ada');
  ({ id: repoId } = await pushSampleRepo(server, 'ada'));
  lines = new LineStore(server.core.db);
});
afterAll(() => server.stop());

let branches = 0;
/** Creates builds of an own branch, in order. */
async function createBuilds(...facts: Partial<NewBuild>[]) {
  branches += 1;
  const target = `branch-${branches}`;
  const builds: Build[] = [];
  for (const each of facts) {
    const parent = each.parent && builds[each.parent - 1]?.number;
    builds.push(await makeBuild(server.core, repoId, { target, ...each, parent: parent ?? 0 }));
  }
  const numberOf = (build: Build | undefined) =>
    build && builds.findIndex(({ id }) => id === build.id) + 1;
  return {
    builds,
    state: async () => numberOf(await lines.findStateOfRef(repoId, `refs/heads/${target}`)),
    listed: async () => {
      const found = await lines.searchBranches({ id: repoId, defaultBranch: 'main' }, target, {
        limit: 1,
        offset: 0,
      });
      return numberOf(found[0]);
    },
    /** Lists the builds on the line of one of them. */
    line: async (number: number) => {
      const build = builds[number - 1];
      if (!build) throw new Error(`There is no build ${number}`);
      const rows = await server.core.db
        .selectFrom('builds')
        .select('number')
        .where('repo_id', '=', repoId)
        .where('target', '=', target)
        .where(isOfLine(await lines.findLine(build)))
        .orderBy('number')
        .execute();
      return rows.map(({ number }) => builds.findIndex((each) => each.number === number) + 1);
    },
  };
}

const [a, b, c] = ['a', 'b', 'c'].map((sha) => ({ after: sha.repeat(40) }));
const promotion = { event: 'promote', deployTo: 'production' } as const;
const cron = { event: 'cron', cron: 'nightly' } as const;
const custom = { event: 'custom' } as const;

describe('the state of a branch', () => {
  it.each<[string, Partial<NewBuild>[], number]>([
    ['its newest commit', [{ ...a }, { ...b }], 2],
    [
      'its newest commit, not a restart of an older one',
      [{ ...a }, { ...b }, { ...a, parent: 1 }],
      2,
    ],
    ['a restart of the newest commit', [{ ...a }, { ...b }, { ...b, parent: 2 }], 3],
    [
      'a restart of a restart of the newest commit',
      [{ ...a }, { ...b }, { ...b, parent: 2 }, { ...a, parent: 1 }, { ...b, parent: 3 }],
      5,
    ],
    [
      'a commit that was pushed a second time',
      [{ ...a }, { ...b }, { ...a }, { ...a, parent: 1 }],
      4,
    ],
    ['its newest commit, not a promotion', [{ ...a }, { ...a, ...promotion, parent: 1 }], 1],
    ['its newest commit, not a cron job', [{ ...a }, { ...b, ...cron }], 1],
    ['its newest commit, not a build started by hand', [{ ...a }, { ...b, ...custom }], 1],
    ['its newest commit, not a bisection', [{ ...a }, { ...b, bisection: 1 }], 1],
    [
      'the newest build of a branch without pushes',
      [
        { ...a, ...custom },
        { ...b, ...cron },
      ],
      2,
    ],
  ])('is that of %s', async (_, facts, expected) => {
    const branch = await createBuilds(...facts);
    expect([await branch.state(), await branch.listed()]).toEqual([expected, expected]);
  });

  it('outlives the original of its newest restart', async () => {
    const branch = await createBuilds({ ...a }, { ...a, parent: 1 });
    await server.core.changeBuild.delete([branch.builds[0]?.id ?? 0]);
    expect(await branch.state()).toBe(2);
  });

  it('is unknown without builds', async () => {
    expect(await lines.findStateOfRef(repoId, 'refs/heads/none')).toBeUndefined();
  });
});

describe('the line', () => {
  it('has restarts of commits that were the newest ones', async () => {
    const branch = await createBuilds(
      { ...a },
      { ...a, parent: 1 },
      { ...b },
      { ...a, parent: 1 },
      { ...c },
      { ...c, ...cron },
    );
    expect(await branch.line(5)).toEqual([1, 2, 3, 5]);
    expect(await branch.line(4)).toEqual([1, 2, 4]);
    expect(await branch.line(6)).toEqual([6]);
  });

  it('of a cron job has its own builds, without restarts of older ones', async () => {
    const branch = await createBuilds(
      { ...a, ...cron },
      { ...b, ...cron },
      { ...a, ...cron, parent: 1 },
      { ...b, ...cron, cron: 'hourly' },
      { ...c, ...cron },
    );
    expect(await branch.line(5)).toEqual([1, 2, 5]);
    expect(await branch.line(4)).toEqual([4]);
  });

  it('of a deployment target has every promotion', async () => {
    const branch = await createBuilds(
      { ...a },
      { ...b },
      { ...b, ...promotion, parent: 2 },
      { ...a, ...promotion, parent: 1 },
    );
    expect(await branch.line(4)).toEqual([3, 4]);
  });
});
