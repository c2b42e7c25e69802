import type { CreatedToken, NewAccessToken } from '@millrace/contract/api';
import { systemClock } from '@millrace/node-kit/clock';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let now: number;
let ada: { token: string; login: string };
let root: { token: string };
beforeAll(async () => {
  now = systemClock.nowSec();
  server = await startTestServer({ clock: { nowSec: () => now } });
  ada = await server.addUser('ada');
  root = await server.addUser('root', { admin: true });
  await pushSampleRepo(server, 'ada');
  await pushSampleRepo(server, 'ada', 'other');
});
afterAll(() => server.stop());

type Method = 'GET' | 'POST' | 'DELETE' | 'PATCH';

async function call(method: Method, url: string, token: string, body?: object) {
  const payload = body ? { payload: body } : {};
  const answer = await server.app.inject({ method, url, headers: bearer({ token }), ...payload });
  return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
}

let names = 0;
async function create(wanted: Partial<NewAccessToken>, owner = ada): Promise<CreatedToken> {
  const body = { name: `token ${names++}`, scope: 'read', ...wanted };
  const created = await call('POST', '/api/user/tokens', owner.token, body);
  expect(created.status).toBe(200);
  return created.body;
}

const statusOf = async (method: Method, url: string, token: string, body?: object) =>
  (await call(method, url, token, body)).status;
const project = '/api/repos/ada/project';

it('shows a token once, lists it without, and says when it was used', async () => {
  const created = await create({ name: ' deploy ', scope: 'write', repo: 'ada/project' });
  expect(created).toMatchObject({
    name: 'deploy',
    scope: 'write',
    repo: 'ada/project',
    expires: 0,
    last_used: 0,
  });
  expect(created.token).toMatch(/^mlr_[\w-]{43}$/);
  now += 100;
  expect(await statusOf('GET', project, created.token)).toBe(200);
  const { token: _, ...shown } = created;
  const listed = await call('GET', '/api/user/tokens', ada.token);
  expect(listed.body).toContainEqual({ ...shown, last_used: now });
  const stored = await server.core.db.selectFrom('access_tokens').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(created.token.slice(4));
});

describe('the scope', () => {
  const restart = `${project}/builds/1`;
  const settings = { timeout: 30 };

  it.each([
    ['read', [200, 403, 403]],
    ['write', [200, 200, 403]],
    ['admin', [200, 200, 200]],
  ] as const)('%s allows to read, restart and configure: %j', async (scope, statuses) => {
    const { token } = await create({ scope });
    expect([
      await statusOf('GET', `${project}/builds`, token),
      await statusOf('POST', restart, token),
      await statusOf('PATCH', project, token, settings),
    ]).toEqual(statuses);
  });

  it('is named if it does not suffice, as the account has the permission', async () => {
    const { token: reads } = await create({ scope: 'read' });
    const { token: writes } = await create({ scope: 'write' });
    const kept = await call('GET', `${project}/builds/1/kept-steps`, reads);
    expect(kept).toMatchObject({
      status: 403,
      body: {
        message: 'The scope of this access token is read, but this call needs write',
        code: 'scope_missing',
      },
    });
    expect((await call('PATCH', project, writes, settings)).body).toEqual({
      message: 'The scope of this access token is write, but this call needs admin',
      code: 'scope_missing',
    });
  });

  it('of administration is needed for system administration', async () => {
    const { token: writes } = await create({ scope: 'write' }, root as never);
    const { token: administers } = await create({ scope: 'admin' }, root as never);
    expect(await statusOf('GET', '/api/users', writes)).toBe(403);
    expect(await statusOf('GET', '/api/users', administers)).toBe(200);
    const message = 'The scope of this access token is write, but this call needs admin';
    const urls = [
      '/api/users',
      '/api/audit',
      '/api/system/runners',
      '/api/system/status',
      '/metrics',
    ];
    for (const url of urls) {
      expect(await call('GET', url, writes), url).toMatchObject({
        status: 403,
        body: { message, code: 'scope_missing' },
      });
    }
    expect(await statusOf('GET', project, writes)).toBe(404);
    expect(await statusOf('GET', project, administers)).toBe(200);
  });

  it('never gives more than the account may', async () => {
    const eve = await server.addUser('eve');
    const { token } = await create({ scope: 'admin' }, eve);
    expect(await statusOf('GET', project, token)).toBe(404);
    const refused = await call('GET', '/api/users', token);
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'Forbidden', code: 'forbidden' },
    });
  });

  it('changes what belongs to an organization only with administration', async () => {
    const secret = { name: 'key', data: 'value' };
    const { token: writes } = await create({ scope: 'write' });
    const { token: administers } = await create({ scope: 'admin' });
    expect(await statusOf('POST', '/api/secrets/ada', writes, secret)).toBe(403);
    expect(await statusOf('POST', '/api/secrets/ada', administers, secret)).toBe(200);
  });
});

describe('a token for one repository', () => {
  it('is valid for this one, and to find out whose it is', async () => {
    const { token } = await create({ scope: 'admin', repo: 'ada/project' });
    expect(await statusOf('GET', project, token)).toBe(200);
    expect(await statusOf('PATCH', project, token, { timeout: 20 })).toBe(200);
    expect(await statusOf('GET', '/api/user', token)).toBe(200);
  });

  it.each([
    ['GET', '/api/repos/ada/other', 404],
    ['GET', '/api/user/repos', 403],
    ['GET', '/api/user/builds/feed', 403],
    ['GET', '/api/user/remote/repos/ada/project', 403],
    ['GET', '/api/stream', 403],
    ['GET', '/api/stream/ada/other', 404],
    ['GET', '/api/secrets/ada', 403],
    ['GET', '/api/templates/ada', 403],
    ['GET', '/api/runners', 403],
    ['PATCH', '/api/user', 403],
  ] as const)('is refused: %s %s', async (method, url, status) => {
    const { token } = await create({ scope: 'admin', repo: 'ada/project' });
    expect(await statusOf(method, url, token)).toBe(status);
  });

  it('goes with its repository', async () => {
    await pushSampleRepo(server, 'ada', 'short');
    const { token } = await create({ repo: 'ada/short' });
    expect(await statusOf('DELETE', '/api/repos/ada/short?remove=true', ada.token)).toBe(200);
    expect(await statusOf('GET', '/api/user', token)).toBe(401);
  });
});

describe('a token ends', () => {
  it('when it expires', async () => {
    const { token } = await create({ expires: now + 60 });
    expect(await statusOf('GET', '/api/user', token)).toBe(200);
    now += 60;
    expect(await statusOf('GET', '/api/user', token)).toBe(401);
  });

  it('with its streams when it is revoked', async () => {
    const { id, token } = await create({});
    const stream = await openStream(`${server.url}/api/stream/ada/project`, bearer({ token }));
    expect(await statusOf('DELETE', `/api/user/tokens/${id}`, ada.token)).toBe(204);
    expect(await stream.isClosed()).toBe(true);
    expect(await statusOf('GET', '/api/user', token)).toBe(401);
    expect(await statusOf('DELETE', `/api/user/tokens/${id}`, ada.token)).toBe(404);
  });

  it('when its account is deactivated', async () => {
    const bob = await server.addUser('bob');
    const { token } = await create({}, bob);
    expect(await statusOf('PATCH', '/api/users/bob', root.token, { active: false })).toBe(200);
    expect(await statusOf('GET', '/api/user', token)).toBe(403);
  });
});

describe('an access token creates no credentials', () => {
  it.each([
    ['POST', '/api/user/token', undefined],
    ['POST', '/api/user/tokens', { name: 'more', scope: 'admin' }],
    ['POST', '/api/user/password', { current: 'a long password', password: 'another one' }],
    ['POST', '/api/users/root/token/rotate', undefined],
    ['POST', '/api/users/ada/password/reset', undefined],
    ['POST', '/api/users', { login: 'other', machine: true, admin: true }],
    ['PATCH', '/api/user', { email: 'eve@example.com' }],
    ['POST', '/api/user/notifications', { channel: 'email' }],
  ] as const)('%s %s', async (method, url, body) => {
    const { token } = await create({ scope: 'admin' }, root as never);
    expect((await call(method, url, token, body)).body).toEqual({
      message: 'This call accepts no access token, only a session or the personal token',
      code: 'scope_missing',
    });
  });
});

it.each([
  [{ name: '' }, 'Invalid name: 1 to 100 characters'],
  [{ name: 'x'.repeat(101) }, 'Invalid name: 1 to 100 characters'],
  [{ name: 'x', repo: 'ada/nothing' }, 'There is no repository ada/nothing'],
  [{ name: 'x', expires: 5 }, 'The expiry must be in the future'],
])('refuses %j: %s', async (body, message) => {
  const answer = await call('POST', '/api/user/tokens', ada.token, { scope: 'read', ...body });
  expect(answer).toEqual({ status: 400, body: { message, code: 'invalid_input' } });
});

it('refuses a second token of the same name, and more than a hundred', async () => {
  const many = await server.addUser('many');
  const create = (name: string) =>
    call('POST', '/api/user/tokens', many.token, { name, scope: 'read' });
  for (let at = 0; at < 100; at++) expect((await create(`token ${at}`)).status).toBe(200);
  expect((await create('one more')).body.message).toBe(
    'An account can have 100 access tokens at most',
  );
  const listed = await call('GET', '/api/user/tokens', many.token);
  await call('DELETE', `/api/user/tokens/${listed.body[0].id}`, many.token);
  expect((await create('token 0')).body.message).toBe(
    'There is already an access token named token 0',
  );
});

describe('an administrator', () => {
  it('issues and revokes tokens of machines', async () => {
    const machine = { login: 'robot', machine: true };
    await call('POST', '/api/users', root.token, machine);
    const url = '/api/users/robot/tokens';
    const created = await call('POST', url, root.token, { name: 'ci', scope: 'read' });
    expect(created.status).toBe(200);
    expect(await statusOf('GET', '/api/user', created.body.token)).toBe(200);
    expect((await call('GET', url, root.token)).body).toMatchObject([{ name: 'ci' }]);
    expect(await statusOf('DELETE', `${url}/${created.body.id}`, root.token)).toBe(204);
    expect(await statusOf('GET', '/api/user', created.body.token)).toBe(401);
  });

  it('issues none of people', async () => {
    const body = { name: 'ci', scope: 'read' };
    const answer = await call('POST', '/api/users/ada/tokens', root.token, body);
    expect(answer).toEqual({
      status: 400,
      body: { message: 'People create their access tokens themselves', code: 'invalid_input' },
    });
  });
});

describe('git', () => {
  const remoteOf = (token: string, slug: string) => {
    const remote = new URL(`${server.url}/git/${slug}.git`);
    remote.username = 'ada';
    remote.password = token;
    return remote.href;
  };

  it.each([
    ['read', true, false],
    ['write', true, true],
  ] as const)('with the scope %s: clone %s, push %s', async (scope, canClone, canPush) => {
    const { token } = await create({ scope, repo: 'ada/project' });
    const work = await createWorkTree(server, 'ada', 'ada/project');
    const remote = remoteOf(token, 'ada/project');
    expect((await work.git('fetch', '--quiet', remote, 'main')).exitCode === 0).toBe(canClone);
    await work.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
    await work.commit({ [scope]: '1' });
    expect((await work.git('push', '--quiet', remote, 'HEAD:main')).exitCode === 0).toBe(canPush);
    const other = remoteOf(token, 'ada/other');
    expect((await work.git('ls-remote', other)).exitCode).not.toBe(0);
  });

  it('creates a repository only with administration of all', async () => {
    const work = await createWorkTree(server, 'ada', 'ada/new');
    await work.commit({ a: '1' });
    const { token: writes } = await create({ scope: 'write' });
    const refused = await work.git('push', remoteOf(writes, 'ada/new'), 'HEAD:main');
    expect(refused.stderr).toContain('This access token cannot create repositories');
    const { token: administers } = await create({ scope: 'admin' });
    const pushed = await work.git('push', remoteOf(administers, 'ada/new'), 'HEAD:main');
    expect(pushed.exitCode).toBe(0);
  });
});
