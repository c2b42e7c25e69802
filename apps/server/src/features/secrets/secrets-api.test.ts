import { describe, expect, it } from 'vitest';
import { listSecretsFor } from '../../../testing/secrets-of.ts';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');
const bob = await server.addUser('bob');
const root = await server.addUser('root', { admin: true });
const repo = await pushSampleRepo(server, 'ada');
const user = await server.core.userStore.findByLogin('bob');
await server.core.repos.grant(user?.id ?? 0, repo.id, 'read');

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const callAs = (user: { token: string }, method: Method, url: string, body?: object) =>
  server.app.inject({ method, url, headers: bearer(user), ...(body ? { payload: body } : {}) });
const call = (method: Method, url: string, body?: object, user = ada) =>
  callAs(user, method, url, body);

const value = 'sesame-open-5417';
const scopes = [
  ['a repository', '/api/repos/ada/project/secrets'],
  ['an organisation', '/api/secrets/ada'],
  ['the server', '/api/system/secrets'],
] as const;

describe.each(scopes)('secrets of %s', (owner, path) => {
  const call = (method: Method, url: string, body?: object) =>
    callAs(owner === 'the server' ? root : ada, method, url, body);

  it('are added, changed and deleted, and never returned', async () => {
    const added = await call('POST', path, { name: 'token', data: value });
    expect(added.json()).toMatchObject({ name: 'token', pull_request: false });
    const changed = await call('PATCH', `${path}/token`, { data: `${value}2`, pull_request: true });
    expect(changed.json()).toMatchObject({ name: 'token', pull_request: true });
    const list = await call('GET', path);
    expect(list.json()).toHaveLength(1);
    const one = await call('GET', `${path}/token`);
    for (const answer of [added, changed, list, one]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.body).not.toContain(value);
      expect(answer.json()).not.toHaveProperty('data');
    }
    expect((await call('DELETE', `${path}/token`)).statusCode).toBe(204);
    expect((await call('GET', path)).json()).toEqual([]);
  });

  it.each([
    [{ data: value }, 'Invalid Secret Name'],
    [{ name: 'a b', data: value }, 'Invalid Secret Name'],
    [{ name: '..', data: value }, 'Invalid Secret Name'],
    [{ name: 'empty' }, 'Invalid Secret Value'],
    [{ name: 'empty', data: '' }, 'Invalid Secret Value'],
    [{ name: 5, data: value }, /^Invalid body: name/],
    [{ name: 'list', data: [value] }, /^Invalid body: data/],
  ])('are rejected: %o', async (body, message) => {
    const answer = await call('POST', path, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(message);
    expect(answer.body).not.toContain(value);
  });

  it('have limits, which change without the value', async () => {
    const limits = { events: ['push', 'tag'], branches: ['main'], images: ['plugins/docker'] };
    const added = await call('POST', path, { name: 'limited', data: value, ...limits });
    expect(added.json()).toMatchObject({ ...limits, last_used: 0 });
    const changed = await call('PATCH', `${path}/limited`, { branches: [] });
    expect(changed.json()).toMatchObject({ ...limits, branches: [] });
    await call('DELETE', `${path}/limited`);
  });

  it.each([
    [{ images: ['Not An Image'] }, 'Invalid Secret Limit: "Not An Image" is not an image name'],
    [{ branches: [' '] }, 'Invalid Secret Limit: a pattern is empty'],
    [{ branches: Array(51).fill('main') }, 'Invalid Secret Limit: at most 50 patterns'],
    [{ events: ['pull_request'] }, /^Invalid body: events/],
  ])('have valid limits: %o', async (limits, message) => {
    const answer = await call('POST', path, { name: 'limited', data: value, ...limits });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringMatching(message),
    ]);
  });

  it('have unique names', async () => {
    await call('POST', path, { name: 'twice', data: value });
    const again = await call('POST', path, { name: 'twice', data: 'other' });
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      'A secret named twice already exists',
    ]);
    expect((await call('PATCH', `${path}/twice`, { data: '' })).statusCode).toBe(400);
    await call('DELETE', `${path}/twice`);
  });

  it('answer 404 if they do not exist', async () => {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const answer = await call(method, `${path}/absent`, method === 'PATCH' ? {} : undefined);
      expect(answer.statusCode).toBe(404);
    }
  });

  it('do not leak through invalid JSON', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: {
        ...bearer(owner === 'the server' ? root : ada),
        'content-type': 'application/json',
      },
      payload: `{"name": "x", "data": ${value}`,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toContain(value.slice(0, 6));
  });
});

it('require permission', async () => {
  expect((await call('GET', scopes[0][1], undefined, bob)).statusCode).toBe(403);
  expect((await call('GET', scopes[1][1], undefined, bob)).statusCode).toBe(404);
  expect((await call('GET', '/api/secrets', undefined, bob)).statusCode).toBe(403);
  expect((await call('GET', scopes[2][1])).statusCode).toBe(403);
  await call('POST', scopes[1][1], { name: 'shared', data: value });
  const all = await call('GET', '/api/secrets', undefined, root);
  expect(all.json()).toMatchObject([{ namespace: 'ada', name: 'shared' }]);
  expect(all.body).not.toContain(value);
});

it('stores encrypted values in the database', async () => {
  await call('POST', scopes[0][1], { name: 'password', data: value });
  const rows = await server.core.db.selectFrom('secrets').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(value);
});

describe('values in a pipeline file', () => {
  it.each(['encrypt', 'encrypt/secret'])('are encrypted by %s for one repository', async (path) => {
    const other = await pushSampleRepo(server, 'ada', 'other');
    const answer = await call('POST', `/api/repos/ada/project/${path}`, { name: 'x', data: value });
    const { data } = answer.json();
    expect(data).not.toContain(value);
    const repo = await server.core.repos.findBySlug('ada/project');
    if (!repo) throw new Error('The repository is gone');
    const config = `kind: secret\nname: inline\ndata: ${data}\n`;
    const inline = { name: 'inline', data: value };
    expect(await listSecretsFor(server, repo, 'push', config)).toContainEqual(inline);
    expect(await listSecretsFor(server, repo, 'pull_request', config)).not.toContainEqual(inline);
    expect(await listSecretsFor(server, other, 'push', config)).not.toContainEqual(inline);
    expect((await call('POST', `/api/repos/ada/project/${path}`, { data: '' })).statusCode).toBe(
      400,
    );
  });

  it('are signed', async () => {
    const data = 'kind: pipeline\nname: a\n';
    const answer = await call('POST', '/api/repos/ada/project/sign', { data });
    expect(answer.json().data).toMatch(/^[0-9a-f]{64}$/);
    for (const unusable of [' ', `${data}\u2028`]) {
      const refused = await call('POST', '/api/repos/ada/project/sign', { data: unusable });
      expect(refused.statusCode).toBe(400);
    }
  });
});
