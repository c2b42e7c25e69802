import type { AuditEvent, RunnerCredential } from '@millrace/contract/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addRunner,
  clientWith,
  exchangeToken,
  registerRunner,
  runnersOf,
} from '../../../../testing/register-runner.ts';
import { rpcEnvironment } from '../../../../testing/rpc-client.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import { hashOf } from './credential-secrets.ts';

let now = 1_800_000_000;
let server: TestServer;
let root: { token: string };
let ada: { id: number; token: string };
let bob: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer({ clock: { nowSec: () => now }, env: rpcEnvironment });
  root = await server.addUser('root', { admin: true });
  ada = await server.addUser('ada');
  bob = await server.addUser('bob');
  const { id } = await pushSampleRepo(server, 'ada', 'project');
  await pushSampleRepo(server, 'ada', 'other');
  await server.core.repos.grant(bob.id, id, 'write');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.core.db.deleteFrom('runner_credentials').execute();
});

const ofRepo = runnersOf.repo('ada/project');
const ofOrg = runnersOf.organization('ada');
const ofServer = runnersOf.server();

async function call(user: { token: string }, method: 'GET' | 'POST' | 'DELETE', url: string) {
  const payload = method === 'POST' ? { payload: { name: 'gpu' } } : {};
  const answer = await server.app.inject({ method, url, headers: bearer(user), ...payload });
  return { status: answer.statusCode, body: answer.body && JSON.parse(answer.body) };
}
const list = async (user: { token: string }, url: string): Promise<RunnerCredential[]> =>
  (await call(user, 'GET', url)).body;
const namesIn = async (user: { token: string }, url: string) =>
  (await list(user, url)).map(({ name }) => name);

describe('a runner', () => {
  it.each([
    ['of the server', ofServer, 'root', 'gpu', ''],
    ['of an organization', ofOrg, 'ada', 'ada/gpu', 'ada'],
    ['of a repository', ofRepo, 'ada', 'ada/project/gpu', 'ada/project'],
  ] as const)('%s has its owner in its name', async (_, url, login, name, owner) => {
    const user = login === 'root' ? root : ada;
    const { token, ...added } = await addRunner(server, user, url, { name: 'gpu' });
    expect(added).toEqual({
      id: expect.any(Number),
      name,
      owner,
      protected: false,
      created_by: login,
      created: now,
      expires: now + 86_400,
      registered: 0,
      last_used: 0,
      connected: false,
      running: 0,
    });
    expect(token).toMatch(/^mlrt_[\w-]{43}$/);
    expect(await list(user, url)).toEqual([added]);
    // The page of the server has all of them.
    expect(await namesIn(root, ofServer)).toEqual([name]);
  });

  it.each([
    ['a writer', () => bob, ofRepo, 403],
    ['a member', () => bob, ofOrg, 403],
    ['the owner of a repository', () => ada, ofServer, 403],
  ])('is not added by %s', async (_, user, url, status) => {
    expect((await call(user(), 'POST', url)).status).toBe(status);
    expect(await namesIn(root, ofServer)).toEqual([]);
  });

  it('is revoked by its owner or an administrator of the server alone', async () => {
    const { id } = await addRunner(server, ada, ofRepo, { name: 'gpu' });
    const other = await addRunner(server, ada, ofOrg, { name: 'gpu' });
    const revoke = async (user: { token: string }, url: string, runner = id) =>
      (await call(user, 'DELETE', `${url}/${runner}`)).status;
    expect(await revoke(bob, ofRepo)).toBe(403);
    expect(await revoke(ada, runnersOf.repo('ada/other'))).toBe(404);
    expect(await revoke(ada, ofOrg)).toBe(404);
    expect(await revoke(ada, ofRepo, other.id)).toBe(404);
    expect(await namesIn(root, ofServer)).toEqual(['ada/gpu', 'ada/project/gpu']);
    expect(await revoke(ada, ofRepo)).toBe(204);
    expect(await revoke(ada, ofRepo)).toBe(404);
    expect(await revoke(root, ofServer, other.id)).toBe(204);
    expect(await namesIn(root, ofServer)).toEqual([]);
  });

  it('has a name of its own, which is free again once it is revoked', async () => {
    const { id } = await addRunner(server, ada, ofRepo, { name: 'gpu' });
    expect(await call(ada, 'POST', ofRepo)).toEqual({
      status: 400,
      body: { message: 'There is already a runner called gpu', code: 'already_exists' },
    });
    await addRunner(server, ada, ofOrg, { name: 'gpu' });
    await addRunner(server, root, ofServer, { name: 'gpu' });
    await call(ada, 'DELETE', `${ofRepo}/${id}`);
    await addRunner(server, ada, ofRepo, { name: 'gpu' });
  });

  it.each([
    ['a name with a slash', { name: 'ada/gpu' }, 'Invalid runner name'],
    ['a label with a colon', { name: 'a', labels: { 'a:b': 'c' } }, 'Invalid runner label'],
    ['an empty label', { name: 'a', labels: { a: '' } }, 'Invalid runner label'],
  ])('is refused with %s', async (_, payload, message) => {
    const headers = bearer(ada);
    const answer = await server.app.inject({ method: 'POST', url: ofRepo, headers, payload });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  it('has a maximum for each owner', async () => {
    const { token: _, id: __, ...row } = await addRunner(server, ada, ofRepo, { name: 'gpu' });
    const stored = await server.core.db
      .selectFrom('runner_credentials')
      .selectAll()
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 99 }, (_each, at) => {
      const { id: _id, ...values } = stored;
      return { ...values, name: `${row.name}-${at}`, token_hash: null };
    });
    await server.core.db.insertInto('runner_credentials').values(more).execute();
    expect((await call(ada, 'POST', ofRepo)).body.code).toBe('limit_reached');
    await addRunner(server, ada, ofOrg, { name: 'gpu' });
  });

  it('is added by administrators of the server alone if a setting says so', async () => {
    const own = await startTestServer({ env: { MILLRACE_RUNNERS_ADDED_BY: 'admins' } });
    const admin = await own.addUser('root', { admin: true });
    const eve = await own.addUser('eve');
    await pushSampleRepo(own, 'eve', 'project');
    const url = runnersOf.repo('eve/project');
    await expect(addRunner(own, eve, url, { name: 'gpu' })).rejects.toThrow(
      'On this server, only its administrators add runners',
    );
    await addRunner(own, admin, url, { name: 'gpu' });
    await own.stop();
  });
});

describe('a one-time token', () => {
  it('is exchanged for a credential once', async () => {
    const labels = { gpu: 'yes' };
    const { id, token } = await addRunner(server, ada, ofRepo, { name: 'gpu', labels });
    now += 60;
    const first = await exchangeToken(server, token);
    expect(first.json()).toEqual({
      id,
      name: 'ada/project/gpu',
      credential: expect.stringMatching(/^mlrc_[\w-]{43}$/),
      labels,
    });
    const second = await exchangeToken(server, token);
    expect([second.statusCode, second.json().message]).toEqual([
      401,
      'The token is not valid: it has expired, was used or was revoked',
    ]);
    expect(await list(ada, ofRepo)).toMatchObject([
      { expires: 0, registered: now, last_used: now, labels },
    ]);
    const { rpc } = await registerRunner(server, ada, ofOrg, { name: 'gpu' });
    expect((await rpc('POST', '/ping')).status).toBe(200);
  });

  it('is used by one of many runners at the same time', async () => {
    const { token } = await addRunner(server, ada, ofRepo, { name: 'gpu' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => exchangeToken(server, token)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it('expires after a day, and ends with its runner', async () => {
    const expired = await addRunner(server, ada, ofRepo, { name: 'expired' });
    now += 86_400;
    expect((await exchangeToken(server, expired.token)).statusCode).toBe(401);
    const revoked = await addRunner(server, ada, ofRepo, { name: 'revoked' });
    await call(ada, 'DELETE', `${ofRepo}/${revoked.id}`);
    expect((await exchangeToken(server, revoked.token)).statusCode).toBe(401);
  });

  it('is no credential, and neither is stored', async () => {
    const { token } = await addRunner(server, ada, ofRepo, { name: 'gpu' });
    expect((await clientWith(server, token)('POST', '/ping')).status).toBe(401);
    const { credential } = (await exchangeToken(server, token)).json();
    expect((await exchangeToken(server, credential)).statusCode).toBe(401);
    const { hash, token_hash } = await server.core.db
      .selectFrom('runner_credentials')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([hash, token_hash]).toEqual([hashOf(credential), null]);
  });
});

it('is recorded in the audit log, without a token', async () => {
  const { id, credential } = await registerRunner(server, ada, ofRepo, { name: 'gpu' });
  await call(ada, 'DELETE', `${ofRepo}/${id}`);
  const { body } = await call(root, 'GET', '/api/audit?per_page=3');
  expect(
    (body as AuditEvent[]).map(({ action, actor, repo, target, details }) => {
      return { action, actor, repo, target, details };
    }),
  ).toEqual([
    {
      action: 'runner.revoke',
      actor: 'ada',
      repo: 'ada/project',
      target: String(id),
      details: { runner: 'ada/project/gpu' },
    },
    {
      action: 'runner.register',
      actor: '',
      repo: '',
      target: '',
      details: { runner: 'ada/project/gpu' },
    },
    {
      action: 'runner.add',
      actor: 'ada',
      repo: 'ada/project',
      target: '',
      details: { name: 'gpu' },
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(credential);
});

it('loses the name of a deleted person', async () => {
  await addRunner(server, ada, ofRepo, { name: 'gpu' });
  for (const forget of server.features.contributed.forgetPerson) {
    await forget({ login: 'ada', email: 'ada@example.com' });
  }
  expect(await list(ada, ofRepo)).toMatchObject([{ created_by: '(deleted)' }]);
});

it('moves with its namespace, and ends with it', async () => {
  await addRunner(server, ada, ofOrg, { name: 'gpu' });
  const { db } = server.core;
  const { namespaceData } = server.features.contributed;
  const namespaces = async () =>
    (await db.selectFrom('runner_credentials').select('namespace').execute()).map(
      ({ namespace }) => namespace,
    );
  for (const { move } of namespaceData) await move?.(db, 'ada', 'lovelace');
  expect(await namespaces()).toEqual(['lovelace']);
  for (const data of namespaceData) await data.delete?.(db, 'lovelace');
  expect(await namespaces()).toEqual([]);
});

it('forgets ended runners after a while, and notes when the others call', async () => {
  const { id, rpc } = await registerRunner(server, ada, ofRepo, { name: 'gpu' });
  const gone = await registerRunner(server, ada, ofRepo, { name: 'gone' });
  await call(ada, 'DELETE', `${ofRepo}/${gone.id}`);
  await addRunner(server, ada, ofRepo, { name: 'unused' });
  const ids = async () =>
    (await server.core.db.selectFrom('runner_credentials').select('id').execute()).map(
      (row) => row.id,
    );
  await server.runJob('rememberRunners');
  expect(await ids()).toHaveLength(3);
  now += 400 * 86_400;
  const waiting = rpc('POST', '/stage', { type: 'docker' }).catch(() => undefined);
  await expect
    .poll(async () => (await list(ada, ofRepo)).find((each) => each.id === id)?.connected)
    .toBe(true);
  await server.runJob('rememberRunners');
  expect(await ids()).toEqual([id]);
  expect(await list(ada, ofRepo)).toMatchObject([{ id, last_used: now }]);
  await call(ada, 'DELETE', `${ofRepo}/${id}`);
  await waiting;
});
