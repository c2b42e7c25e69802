import type { NewBuild } from '@millrace/build-rules';
import type { Build, BuildCounts } from '@millrace/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBuild } from '../../../../testing/make-build.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Repo } from '../../../domain/repo.ts';

const day = Date.UTC(2026, 0, 10) / 1000;
const sha = 'c0ffee'.padEnd(40, '1');

/** Beside the push's own build, which is number 1. */
const builds: Partial<NewBuild>[] = [
  { title: 'Fix the login page', message: 'Fix the login page', authorLogin: 'bob' },
  { title: 'Fix snake_case', message: 'Fix snake_case\n\nIt was 100% wrong', status: 'failure' },
  { message: '修复构建失败', target: 'dev', status: 'failure', after: sha, created: day },
  { message: 'Deploy', event: 'promote', deployTo: 'production', created: day + 86_399 },
  { message: 'Nightly', event: 'cron', cron: 'nightly', created: day + 86_400 },
  { message: 'Release', event: 'tag', ref: 'refs/tags/v1.0', target: 'v1.0' },
];

let server: TestServer;
let repo: Repo;
let ada: { id: number; token: string };
let bob: { id: number; token: string };
let eve: { id: number; token: string };

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  eve = await server.addUser('eve');
  repo = await pushSampleRepo(server, 'ada');
  await server.core.repos.grant(bob.id, repo.id, 'read');
  for (const facts of builds) await makeBuild(server.core, repo.id, facts);
  const failed = await server.core.builds.findByNumber(repo.id, 3);
  if (failed) {
    await inTransaction(server.core.db, (trx) =>
      server.core.changeBuild.addFailureWords(trx, failed, 'Error: connect ECONNREFUSED login'),
    );
  }
  const other = await pushSampleRepo(server, 'ada', 'other');
  await makeBuild(server.core, other.id, { message: 'Fix the login page elsewhere' });
});
afterAll(() => server.stop());

const call = (path: string, user: { token: string } | null = ada) =>
  server.app.inject({
    url: `/api/repos/ada/project/builds${path}`,
    headers: user ? bearer(user) : {},
  });
const find = async (query: string): Promise<number[]> =>
  (await call(query)).json<Build[]>().map(({ number }) => number);
const count = async (query = ''): Promise<BuildCounts> => (await call(`/counts${query}`)).json();

describe('finding builds', () => {
  it.each([
    ['all builds without a filter', '', [7, 6, 5, 4, 3, 2, 1]],
    ['all builds for empty parameters', '?q=&status=&branch=&after=', [7, 6, 5, 4, 3, 2, 1]],
    ['a status', '?status=failure', [4, 3]],
    ['the text of a failure', '?failure=ECONN+err', [3]],
    ['the text of a failure and the message', '?failure=ECONN&q=snake', [3]],
    ['no message by the text of a failure', '?failure=fix', []],
    ['no failure by the text of a message', '?q=econnrefused', []],
    ['nothing by a text without words', '?failure=%25&q=fix', []],
    ['an event', '?event=promote', [5]],
    ['a branch', '?branch=dev', [4]],
    ['a tag', '?tag=v1.0', [7]],
    ['an author', '?author=bob', [2]],
    ['an environment', '?target=production', [5]],
    ['a cron job', '?cron=nightly', [6]],
    ['a day', '?after=2026-01-10&before=2026-01-11', [5, 4]],
    ['seconds', `?after=${day + 1}&before=${day + 86_401}`, [6, 5]],
    ['all given filters', '?status=failure&branch=main', [3]],
    ['words', '?q=fix', [3, 2]],
    ['starts of words in any order', '?q=LOG+fi', [2]],
    ['parts of a name', '?q=snake_case', [3]],
    ['Chinese', `?q=${encodeURIComponent('构建')}`, [4]],
    ['the start of a hash', '?q=c0ffee', [4]],
    ['pattern characters literally', '?q=f%25x', []],
    ['no character for a wildcard', '?q=f_x', []],
    ['no build for punctuation only', '?q=%25', []],
    ['no build for an unknown word', '?q=nothing', []],
    ['pages', '?q=fix&page=2&per_page=1', [2]],
    ['quotes literally', `?author=${encodeURIComponent("'; drop table builds; --")}`, []],
  ])('%s', async (_, query, numbers) => {
    expect(await find(query)).toEqual(numbers);
  });
});

describe('counting builds', () => {
  it('counts all builds by each value, the most frequent first', async () => {
    const { total, by } = await count();
    expect(total).toBe(7);
    expect(by.status).toEqual([
      { value: 'success', count: 4 },
      { value: 'failure', count: 2 },
      { value: 'pending', count: 1 },
    ]);
    expect(by.branch[0]).toEqual({ value: 'main', count: 5 });
    expect(by.target).toEqual([{ value: 'production', count: 1 }]);
    expect(by.cron).toEqual([{ value: 'nightly', count: 1 }]);
    expect(by.repo).toBeUndefined();
  });

  it('counts each choice with the filters of all others', async () => {
    const { total, by } = await count('?status=failure&branch=dev');
    expect(total).toBe(1);
    expect(by.status).toEqual([{ value: 'failure', count: 1 }]);
    expect(by.branch).toEqual([
      { value: 'dev', count: 1 },
      { value: 'main', count: 1 },
    ]);
    expect(by.event).toEqual([{ value: 'push', count: 1 }]);
  });

  it('counts with words, days and tags', async () => {
    expect((await count('?q=fix')).by.status).toEqual([
      { value: 'failure', count: 1 },
      { value: 'success', count: 1 },
    ]);
    expect((await count('?after=2026-01-10&before=2026-01-11')).total).toBe(2);
    expect((await count('?tag=v1.0')).by.event).toEqual([{ value: 'tag', count: 1 }]);
    expect(await count('?q=nothing')).toMatchObject({ total: 0, by: { status: [], branch: [] } });
  });

  it('returns at most the fifty most frequent values', async () => {
    const many = await pushSampleRepo(server, 'ada', 'many');
    for (let at = 0; at < 60; at++) {
      await makeBuild(server.core, many.id, { target: `branch-${at}` });
    }
    await makeBuild(server.core, many.id, { target: 'branch-59' });
    const answer = await server.app.inject({
      url: '/api/repos/ada/many/builds/counts',
      headers: bearer(ada),
    });
    const { branch } = answer.json<BuildCounts>().by;
    expect([branch.length, branch[0]]).toEqual([50, { value: 'branch-59', count: 2 }]);
  });
});

describe('access', () => {
  it.each<[string, () => { token: string } | null, number]>([
    ['a reader', () => bob, 200],
    ['no stranger', () => eve, 404],
    ['no guest', () => null, 401],
  ])('%s', async (_, user, status) => {
    for (const path of ['?q=fix', '/counts']) {
      const answer = await call(path, user());
      expect(answer.statusCode).toBe(status);
      if (status >= 400) expect(Object.keys(answer.json())).toEqual(['message', 'code']);
    }
  });
});

describe('rejects', () => {
  const times = 'is a time in unix seconds, or a day as YYYY-MM-DD';
  it.each([
    ['an unknown status', 'status=broken', /^status is one of success, running, /],
    ['an unknown event', 'event=pushed', /^event is one of push, /],
    ['no time', 'after=yesterday', `after ${times}`],
    ['an invalid day', 'before=2026-02-30', `before ${times}`],
    ['a long text', `q=${'a'.repeat(251)}`, 'q has at most 250 characters'],
    [
      'many words',
      `q=${'a+b1+'.repeat(1)}${[...'cdefghijklmnopqrs'].join('+')}`,
      'q has at most 16 words',
    ],
    ['a long author', `author=${'a'.repeat(251)}`, 'author has at most 250 characters'],
    ['a NUL', 'q=%00', 'The URL contains a NUL character'],
    ['a repeated key', 'status=failure&status=success', 'The query has "status" more than once'],
  ])('%s', async (_, query, message) => {
    for (const path of ['', '/counts']) {
      const answer = await call(`${path}?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toMatch(message);
    }
  });
});

describe('search terms', () => {
  const words = (buildId: number) =>
    server.core.db
      .selectFrom('build_words')
      .select('word')
      .where('build_id', '=', buildId)
      .execute();

  it('are deleted with their builds', async () => {
    const gone = await makeBuild(server.core, repo.id, { message: 'Short lived' });
    expect(await words(gone.id)).not.toEqual([]);
    await server.core.changeBuild.purge(repo.id, gone.number + 1);
    expect(await words(gone.id)).toEqual([]);
  });
});
