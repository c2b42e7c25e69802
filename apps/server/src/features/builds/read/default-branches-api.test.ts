import type { NewBuild } from '@millrace/build-rules';
import type { DefaultBranch } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { makeBuild } from '../../../../testing/make-build.ts';
import { serverOfFile } from '../../../../testing/server-of-file.ts';
import { bearer } from '../../../../testing/test-server.ts';
import type { Repo } from '../../../domain/repo.ts';
import { newRepo } from '../../../repositories/new-repo.ts';

const server = await serverOfFile();
const org = await server.addUser('org');

let repos = 0;
async function addRepo(settings: Partial<Repo> = {}) {
  repos += 1;
  const name = `repo-${String(repos).padStart(3, '0')}`;
  const facts = { uid: name, namespace: 'org', name, ownerId: org.id, forge: 'builtin' };
  return server.core.repos.insert({ ...newRepo({ ...facts, active: true }, 1), ...settings });
}

const call = (user: { token: string } | null) =>
  server.app.inject({ url: '/api/user/repos/branches', headers: user ? bearer(user) : {} });

/** Creates builds in an own repository, and returns what its reader sees. */
async function stateAfter(...facts: Partial<NewBuild>[]): Promise<DefaultBranch | undefined> {
  const repo = await addRepo();
  const reader = await server.addUser(`reader-${repos}`);
  await server.core.repos.grant(reader.id, repo.id, 'read');
  for (const each of facts) await makeBuild(server.core, repo.id, each);
  const [found, ...others] = (await call(reader)).json<DefaultBranch[]>();
  expect(others).toEqual([]);
  if (found) expect(found).toMatchObject({ slug: repo.slug, branch: 'main' });
  return found;
}

const [a, b] = ['a', 'b'].map((sha) => ({ after: sha.repeat(40) }));
const [passed, failed, error, killed, running] = (
  ['success', 'failure', 'error', 'killed', 'running'] as const
).map((status) => ({ status }));
const promotion = { event: 'promote', deployTo: 'production' } as const;
const nightly = { event: 'cron', cron: 'nightly' } as const;

it.each<[string, Partial<NewBuild>[], Partial<DefaultBranch>]>([
  ['a push that succeeds', [{ ...passed }], { number: 1, result: 'success' }],
  [
    'failures since a success',
    [{ ...failed }, { ...passed }, { ...failed }, { ...error }],
    { number: 4, result: 'error', failing_since: 3 },
  ],
  ['failures without a success', [{ ...failed }, { ...failed }], { number: 2, failing_since: 1 }],
  [
    'a killed build among failures',
    [{ ...passed }, { ...failed }, { ...killed }, { ...failed }],
    { number: 4, failing_since: 2 },
  ],
  [
    'a running build after failures',
    [{ ...failed }, { ...failed }, { ...running }],
    { number: 3, status: 'running', result: 'failure', failing_since: 1 },
  ],
  [
    'a killed build after a success',
    [{ ...passed }, { ...killed }],
    { number: 2, status: 'killed', result: 'success' },
  ],
  [
    'a promotion that succeeds',
    [{ ...failed }, { ...passed, ...promotion, parent: 1 }],
    { number: 1, result: 'failure', failing_since: 1 },
  ],
  [
    'another branch that fails',
    [{ ...passed }, { ...failed, target: 'dev' }],
    { number: 1, result: 'success' },
  ],
  [
    'a restart of the newest commit',
    [
      { ...failed, ...a },
      { ...passed, ...a, parent: 1 },
    ],
    { number: 2, result: 'success' },
  ],
  [
    'a restart of an older commit',
    [
      { ...passed, ...a },
      { ...failed, ...b },
      { ...passed, ...a, parent: 1 },
    ],
    { number: 2, result: 'failure', failing_since: 2 },
  ],
])('reports the state after %s', async (_, facts, expected) => {
  const state = await stateAfter(...facts);
  expect(state).toMatchObject({ event: 'push', ...expected });
  expect(state?.failing_since).toBe(expected.failing_since);
});

it('reports the newest build of a branch without pushes', async () => {
  const state = await stateAfter({ ...passed, ...nightly }, { ...failed, ...nightly });
  expect(state).toMatchObject({ number: 2, event: 'cron', result: 'failure' });
  expect(state?.failing_since).toBeUndefined();
});

it('reports no result before the first one', async () => {
  const state = await stateAfter({ ...running });
  expect(state).toMatchObject({ number: 1, status: 'running' });
  expect(state?.result).toBeUndefined();
});

it('omits repositories without builds, and inactive ones', async () => {
  expect(await stateAfter()).toBeUndefined();
  expect(await stateAfter({ ...passed, target: 'dev' })).toBeUndefined();
  const inactive = await addRepo({ active: false });
  const reader = await server.addUser('idle');
  await server.core.repos.grant(reader.id, inactive.id, 'read');
  await makeBuild(server.core, inactive.id);
  expect((await call(reader)).json()).toEqual([]);
});

it('shows each account only its own repositories, whatever their visibility', async () => {
  const reader = await server.addUser('member');
  const others = [await server.addUser('stranger'), await server.addUser('root', { admin: true })];
  const added: Repo[] = [];
  for (const visibility of ['private', 'internal', 'public'] as const) {
    const repo = await addRepo({ visibility, defaultBranch: 'trunk' });
    await makeBuild(server.core, repo.id, { target: 'trunk' });
    await server.core.repos.grant(reader.id, repo.id, 'read');
    added.push(repo);
  }
  const listed = async () =>
    (await call(reader)).json<DefaultBranch[]>().map(({ slug, branch }) => `${slug} ${branch}`);
  const expected = added.map(({ slug }) => `${slug} trunk`);
  expect(await listed()).toEqual(expected);
  for (const other of others) expect((await call(other)).json()).toEqual([]);
  expect((await call(null)).statusCode).toBe(401);
  await server.core.repos.revoke(added[0]?.id ?? 0, 'member');
  expect(await listed()).toEqual(expected.slice(1));
});
