import { DatabaseSync } from 'node:sqlite';
import type { Build, BuildCounts, Repo } from '@millrace/contract/api';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBuild } from '../../../../testing/make-build.ts';
import { wantsPostgres } from '../../../../testing/test-database.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { anyBuild } from '../../../domain/build-filter.ts';
import { BuildsFeed } from './builds-feed.ts';

/** Far more builds than counts look at, and than a list goes through first. */
const many = 1_000_000;

let server: TestServer;
let ada: { id: number; token: string };
let repoId: number;
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  repoId = (await pushSampleRepo(server, 'ada')).id;
  for (const [title, status] of [
    ['fix the mill', 'failure'],
    ['change the race', 'success'],
  ] as const) {
    await makeBuild(server.core, repoId, { title, status });
  }
  await pretendLarge(server.core.db);
});
afterEach(() => server.stop());

/** The newest build gets the id and the number that it would have in a repository of many builds. */
async function pretendLarge(db: Database): Promise<void> {
  const newest = db.selectFrom('builds').selectAll().orderBy('id', 'desc').limit(1);
  const { id, ...row } = await newest.executeTakeFirstOrThrow();
  await db
    .insertInto('builds')
    .values({ ...row, id: many, number: many, title: 'last' })
    .execute();
  await db
    .insertInto('build_words')
    .values({ repo_id: repoId, word: 'last', build_id: many })
    .execute();
  await db.updateTable('repos').set({ counter: many }).execute();
}

async function get<Answer>(path: string): Promise<Answer> {
  const answer = await server.app.inject({ url: path, headers: bearer(ada) });
  return answer.json();
}

const builds = '/api/repos/ada/project/builds';
const feed = '/api/user/builds/feed';

it.each([builds, feed])(
  '%s/counts counts only the newest builds, and reports that',
  async (path) => {
    expect(await get<BuildCounts>(`${path}/counts`)).toMatchObject({ total: 1, newest: 10_000 });
  },
);

it.each([
  ['q=mill', 1],
  ['q=the+race', 1],
  ['q=nothing', 0],
])('%s counts all builds, because few have its words', async (filter, total) => {
  for (const path of [builds, feed]) {
    const counts = await get<BuildCounts>(`${path}/counts?${filter}`);
    expect([counts.total, counts.newest]).toEqual([total, undefined]);
  }
});

it.each(['', 'status=failure', 'q=mill', 'q=last', 'branch=main', 'after=1'])(
  'a list with "%s" contains all matches, however sparse they are',
  async (filter) => {
    const found = await get<Build[]>(`${builds}?${filter}`);
    const ofFeed = await get<Repo[]>(`${feed}?${filter}`);
    expect(ofFeed.map(({ build }) => build?.number)).toEqual(found.map(({ number }) => number));
    expect(found.length).toBeGreaterThan(0);
  },
);

it('pages cover the list', async () => {
  const pages = [1, 2, 3, 4, 5].map((page) => get<Build[]>(`${builds}?per_page=1&page=${page}`));
  const numbers = (await Promise.all(pages)).flat().map(({ number }) => number);
  expect(numbers).toEqual([many, 3, 2, 1]);
});

it('the feed has no pages after the newest hundred thousand builds', async () => {
  const answer = await server.app.inject({
    url: `${feed}?per_page=100&page=1002`,
    headers: bearer(ada),
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    {
      message:
        'Pages end after the newest 100000 builds; narrow the list, for example with before=YYYY-MM-DD',
      code: 'invalid_input',
    },
  ]);
});

// Postgres decides by the number of rows.
it(
  'the newest builds of most repositories are not sorted',
  skipIf(wantsPostgres && 'only for SQLite'),
  async () => {
    const statements: string[] = [];
    const db = await openDatabase(server.database, { log: (text) => statements.push(text) });
    await new BuildsFeed(db).list({ userId: ada.id }, anyBuild, { limit: 50, offset: 0 });
    await db.destroy();
    const statement = statements.find((text) => /order by "id" desc/.test(text)) ?? '';
    const sqlite = new DatabaseSync(server.database);
    const values = [...statement.matchAll(/\?/g)].map(() => 1);
    const plan = sqlite.prepare(`explain query plan ${statement}`).all(...values);
    sqlite.close();
    const steps = plan.map(({ detail }) => String(detail)).join('\n');
    expect(steps).toMatch(/^(SCAN|SEARCH) builds/m);
    expect(steps).not.toContain('ORDER BY');
  },
);
