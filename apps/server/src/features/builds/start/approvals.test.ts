import type { Build } from '@millrace/contract/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cronsOf } from '../../../../testing/crons-of.ts';
import { setStatus } from '../../../../testing/set-status.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

type Person = { id: number; login: string; token: string };

let server: TestServer;
let people: Record<'owner' | 'writer' | 'other', Person>;

/** Creates a blocked build that `owner` pushed, in a repository with two administrators and a writer. */
async function start(env: Record<string, string>) {
  server = await startTestServer({ env });
  const owner = await server.addUser('ada');
  const writer = await server.addUser('bob');
  const other = await server.addUser('eve');
  people = { owner, writer, other };
  const { id } = await pushSampleRepo(server, 'ada');
  await server.core.repos.grant(writer.id, id, 'write');
  await server.core.repos.grant(other.id, id, 'admin');
  await setStatus(server, 'stages', 1, 'blocked');
}
afterEach(() => server.stop());

async function decide(decision: 'approve' | 'decline', by: keyof typeof people) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/repos/ada/project/builds/1/${decision}/1`,
    headers: bearer(people[by]),
  });
  return answer.statusCode === 204 ? 204 : `${answer.statusCode} ${answer.json().message}`;
}

it.each(['owner', 'writer'] as const)('allows %s to approve by default', async (by) => {
  await start({});
  expect(await decide('approve', by)).toBe(204);
});

it('allows only administrators, and not for builds that they started', async () => {
  await start({ MILLRACE_APPROVALS: 'admins' });
  const refused = '403 Only administrators of the repository approve and decline builds';
  expect(await decide('approve', 'writer')).toBe(refused);
  expect(await decide('decline', 'writer')).toBe(refused);
  expect(await decide('approve', 'owner')).toBe(
    '403 Another administrator must approve a build that you started',
  );
  expect(await decide('approve', 'other')).toBe(204);
});

it('allows administrators to decline builds that they started', async () => {
  await start({ MILLRACE_APPROVALS: 'admins' });
  expect(await decide('decline', 'owner')).toBe(204);
});

it.each([
  ['writer', 'blocked'],
  ['owner', 'blocked'],
  ['other', 'pending'],
] as const)('a restart after a cancel by %s is no way around it', async (by, wanted) => {
  await start({ MILLRACE_APPROVALS: 'admins' });
  await server.core.db.updateTable('stages').set({ needs_approval: 1 }).execute();
  const call = async (method: 'DELETE' | 'POST', url: string) => {
    const path = `/api/repos/ada/project/builds/1${url}`;
    return server.app.inject({ method, url: path, headers: bearer(people[by]) });
  };
  expect((await call('DELETE', '')).statusCode).toBe(200);
  const restarted = await call('POST', '?only=failed');
  expect(restarted.json<Build>().stages?.[0]?.status).toBe(wanted);
});

it('keeps the note of a decision, and tells lists that one is needed', async () => {
  await start({});
  const headers = bearer(people.writer);
  const list = async () =>
    (await server.app.inject({ url: '/api/repos/ada/project/builds', headers })).json<Build[]>();
  expect((await list())[0]?.needs_approval).toBe(true);
  const approve = (payload: object) =>
    server.app.inject({
      method: 'POST',
      url: '/api/repos/ada/project/builds/1/approve/1',
      headers,
      payload,
    });
  const long = await approve({ note: 'x'.repeat(501) });
  expect([long.statusCode, long.json().message]).toEqual([
    400,
    'Invalid body: note has more than 500 characters',
  ]);
  expect((await approve({ note: 'Looked at <it>' })).statusCode).toBe(204);
  const answer = await server.app.inject({ url: '/api/repos/ada/project/builds/1', headers });
  expect(answer.json<Build>().stages?.[0]).toMatchObject({
    decided_by: 'bob',
    decision_note: 'Looked at <it>',
  });
  expect((await list())[0]?.needs_approval).toBeUndefined();
});

describe('a protected repository whose administrators approve', () => {
  const ask = async (by: keyof typeof people, path: string, method: 'POST' | 'PATCH' = 'POST') => {
    const answer = await server.app.inject({
      method,
      url: `/api/repos/ada/project/${path}`,
      headers: bearer(people[by]),
      ...(path.endsWith('cron') ? { body: { name: 'n', expr: '@daily', branch: 'main' } } : {}),
    });
    return answer.json<Build & { message?: string }>();
  };
  const stateOf = ({ message, stages }: Awaited<ReturnType<typeof ask>>) =>
    stages?.[0]?.status ?? message;

  beforeEach(async () => {
    await start({ MILLRACE_APPROVALS: 'admins' });
    await setStatus(server, 'stages', 1, 'success');
    await setStatus(server, 'builds', 1, 'success');
    await server.core.repos.update(1, { protected: true });
  });

  it.each([
    ['starts by hand', 'builds?branch=main'],
    ['restarts', 'builds/1'],
    ['promotes', 'builds/1/promote?target=production'],
    ['rolls back', 'builds/1/rollback?target=production'],
  ])('makes every build wait that a writer %s, and none of an administrator', async (_, path) => {
    expect(stateOf(await ask('writer', path))).toBe('blocked');
    expect(stateOf(await ask('other', path))).toBe('pending');
  });

  it('makes the builds of a cron job wait that a writer changed', async () => {
    const { cronService, crons } = cronsOf(server);
    const repo = await server.core.repos.findById(1);
    if (!repo) throw new Error('There is no repository');
    const schedule = { name: 'n', expr: '@daily', branch: 'main' };
    await cronService.create(repo, schedule, people.other);
    const states: (string | undefined)[] = [];
    for (const person of [people.other, people.writer]) {
      await cronService.update(repo, 'n', { target: '' }, person);
      const cron = await crons.find(1, 'n');
      if (!cron) throw new Error('There is no cron job');
      await cronService.startRun(cron, async () => true);
      const [build] = (
        await server.app.inject({
          url: '/api/repos/ada/project/builds',
          headers: bearer(people.owner),
        })
      ).json<Build[]>();
      const { number } = build ?? {};
      const url = `/api/repos/ada/project/builds/${number}`;
      const found = await server.app.inject({ url, headers: bearer(people.owner) });
      states.push(stateOf(found.json()));
    }
    expect(states).toEqual(['pending', 'blocked']);
  });

  it.each(['builds/1', 'builds/1/promote?target=a', 'builds/1/rollback?target=a'])(
    'never runs a waiting build by another name: %s',
    async (path) => {
      await setStatus(server, 'stages', 1, 'blocked');
      await setStatus(server, 'builds', 1, 'running');
      expect(stateOf(await ask('other', path))).toBe('cannot start a blocked build');
    },
  );

  it('lets no writer start a bisection', async () => {
    const url = '/api/repos/ada/project/bisections';
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers: bearer(people.writer),
      body: { build: 1, stage: 1, step: 1 },
    });
    expect(answer.json()).toEqual({
      message: 'Builds of this repository wait for an administrator, who can start this',
      code: 'forbidden',
    });
  });
});
