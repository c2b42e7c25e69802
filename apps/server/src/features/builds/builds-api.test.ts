import type { Build } from '@millrace/contract/api';
import { DatabaseBusyError } from '@millrace/contract/api-errors';
import { build as buildSchema } from '@millrace/contract/schemas';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildsOf } from '../../../testing/builds-of.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { BuildReadModel } from '../../builds/read/build-read-model.ts';
import type { Repo } from '../../domain/repo.ts';

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
});
afterAll(() => server.stop());

type Method = 'GET' | 'POST' | 'DELETE';
const call = (method: Method, path: string, user: { token: string } | null = ada) =>
  server.app.inject({
    method,
    url: `/api/repos/ada/project${path}`,
    headers: user ? bearer(user) : {},
  });
const start = async (query = ''): Promise<Build> => (await call('POST', `/builds${query}`)).json();
const readCounter = async () => (await server.core.repos.findById(repo.id))?.counter;
/** A busy database refuses who waits for long. */
async function startInTheEnd(): Promise<Build> {
  const answer = await call('POST', '/builds');
  return answer.statusCode === 503 ? startInTheEnd() : answer.json();
}

describe('who may read and start builds', () => {
  it.each<[string, Method, string, () => { token: string } | null, number]>([
    ['a reader lists', 'GET', '/builds', () => bob, 200],
    ['a stranger does not see the repository', 'GET', '/builds', () => eve, 404],
    ['a guest is asked to sign in', 'GET', '/builds', () => null, 401],
    ['a reader may not start', 'POST', '/builds', () => bob, 403],
    ['a stranger may not start', 'POST', '/builds', () => eve, 404],
    ['a reader may not restart', 'POST', '/builds/1', () => bob, 403],
    ['a reader may not activate', 'POST', '', () => bob, 403],
    ['an owner activates', 'POST', '', () => ada, 200],
  ])('%s', async (_, method, path, user, status) => {
    const answer = await call(method, path, user());
    expect(answer.statusCode).toBe(status);
    if (status >= 400) expect(Object.keys(answer.json())).toEqual(['message', 'code']);
  });
});

describe('a build by hand', () => {
  it('is returned as in the contract, with its stages', async () => {
    const build = await start('?branch=main&GREETING=hi&access_token=ignored');
    expect(buildSchema.parse(build)).toEqual(build);
    expect(build).toMatchObject({
      event: 'custom',
      status: 'pending',
      trigger: 'ada',
      sender: 'ada',
      target: 'main',
      ref: 'refs/heads/main',
      params: { GREETING: 'hi' },
    });
    expect(build.stages?.map(({ name, status }) => [name, status])).toEqual([
      ['first', 'pending'],
      ['second', 'waiting_on_dependencies'],
    ]);
  });

  it.each([
    ['?branch=nothing', 'There is no branch nothing'],
    ['?commit=0123456789', 'There is no commit 0123456789'],
    ['?commit=:/First', 'There is no commit :/First'],
    ['?branch=main^{/.}', 'There is no branch main^{/.}'],
    ['?branch=--upload-pack=x', 'There is no branch --upload-pack=x'],
  ])('is rejected with a reason: %s', async (query, message) => {
    const answer = await call('POST', `/builds${query}`);
    expect([answer.statusCode, answer.json().message]).toEqual([404, message]);
  });

  it('builds a commit by its hash', async () => {
    const first = await start();
    expect((await start(`?commit=${first.after}`)).after).toBe(first.after);
  });

  it('is returned after its creation, even if the database is busy right then', async () => {
    vi.spyOn(BuildReadModel.prototype, 'findById').mockRejectedValueOnce(new DatabaseBusyError());
    const made = await call('POST', '/builds');
    expect([made.statusCode, made.json().number]).toEqual([200, await readCounter()]);
  });

  it('numbers 100 concurrent builds without gaps or duplicates', async () => {
    const before = (await readCounter()) ?? 0;
    const builds = await Promise.all(Array.from({ length: 100 }, startInTheEnd));
    expect(builds.map((build) => build.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => before + index + 1),
    );
  });
});

describe('lists and single builds', () => {
  it('pages the list, newest first, without stages', async () => {
    const page = async (number: number): Promise<Build[]> =>
      (await call('GET', `/builds?page=${number}&per_page=3`)).json();
    const [first, second] = [await page(1), await page(2)];
    const numbers = [...first, ...second].map((build) => build.number);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(new Set(numbers).size).toBe(6);
    expect(first[0]?.stages).toBeUndefined();
  });

  it.each([
    ['/builds/99999', 404, 'sql: no rows in result set'],
    ['/builds/abc', 400, 'Invalid build number'],
    ['/builds/1/logs/9/9', 404, 'sql: no rows in result set'],
  ])('answers %s with %i', async (path, status, message) => {
    const answer = await call('GET', path);
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });

  it.each(['1e300', '99999999999999999999', '0', '-1', '1.5', '', 'abc'])(
    'rejects deletion before the number "%s"',
    async (before) => {
      const answer = await call('DELETE', `/builds?before=${before}`);
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Invalid build number']);
      expect((await call('GET', '/builds/1')).statusCode).toBe(200);
    },
  );

  it('shows the latest build of each repository of the account', async () => {
    const answer = await server.app.inject({
      url: '/api/user/repos?latest=true',
      headers: bearer(bob),
    });
    const number = await readCounter();
    expect(answer.json()).toMatchObject([{ slug: 'ada/project', build: { number } }]);
  });
});

describe('restart and cancel', () => {
  it('restarts the same commit with the previous parameters and new ones', async () => {
    const first = await start('?A=1&B=1');
    const second: Build = (await call('POST', `/builds/${first.number}?B=2&debug=true`)).json();
    expect(second).toMatchObject({
      number: first.number + 1,
      after: first.after,
      event: 'custom',
      parent: first.number,
      params: { A: '1', B: '2' },
      debug: true,
    });
  });

  it('cancels once, and does not change a finished build', async () => {
    const build = await start();
    const cancelled: Build = (await call('DELETE', `/builds/${build.number}`)).json();
    expect(cancelled.status).toBe('killed');
    expect(cancelled.canceled_by).toBe('ada');
    expect(cancelled.stages?.map((stage) => stage.status)).toEqual(['skipped', 'skipped']);
    expect(cancelled.version).toBeGreaterThan(build.version);
    const again: Build = (await call('DELETE', `/builds/${build.number}`)).json();
    expect(again.version).toBe(cancelled.version);
  });

  it('lets accounts with read access cancel only their own builds', async () => {
    const build = await start();
    expect((await call('DELETE', `/builds/${build.number}`, bob)).statusCode).toBe(403);
    await server.core.db
      .updateTable('builds')
      .set({ trigger: '@hook', sender: 'bob' })
      .where('id', '=', build.id)
      .execute();
    expect((await call('DELETE', `/builds/${build.number}`, bob)).statusCode).toBe(200);
  });
});

it('creates a build with status error, line and reason for an invalid pipeline file', async () => {
  const broken = await pushSampleRepo(
    server,
    'ada',
    'broken',
    'kind: pipeline\nsteps:\n  - name: a\n    commands: { b: c }\n',
  );
  const list = await buildsOf(server).readModel.list(broken.id, { limit: 1, offset: 0 });
  const [build] = list.read();
  expect(build).toMatchObject({
    status: 'error',
    error: '.drone.yml: line 4, column 15: steps[a].commands must be a list; write "commands: [c]"',
  });
  expect(build?.finished).toBeGreaterThan(0);
});
