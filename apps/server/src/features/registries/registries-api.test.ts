import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');
const root = await server.addUser('root', { admin: true });
await pushSampleRepo(server, 'ada');

const password = 'sesame-open-5417';
const login = { address: 'ghcr.io', username: 'ci', password };

describe.each([
  ['a repository', '/api/repos/ada/project/registries'],
  ['an organization', '/api/registries/ada'],
  ['the server', '/api/system/registries'],
] as const)('registries of %s', (owner, path) => {
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const headers = bearer(owner === 'the server' ? root : ada);
    const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(answer.body).not.toContain(password);
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };

  it('are added, changed and deleted, and never return the password', async () => {
    const added = await call('POST', path, { ...login, address: 'https://GHCR.io/v2/' });
    expect(added.body).toMatchObject({ address: 'ghcr.io', username: 'ci', last_used: 0 });
    expect(await call('POST', path, login)).toMatchObject({
      status: 400,
      body: { message: 'There are already credentials for ghcr.io' },
    });
    const changed = await call('PATCH', `${path}/ghcr.io`, { username: 'bot' });
    expect(changed.body).toMatchObject({ username: 'bot' });
    expect((await call('GET', path)).body).toHaveLength(1);
    expect((await call('DELETE', `${path}/ghcr.io`)).status).toBe(204);
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? {} : undefined;
      expect((await call(method, `${path}/ghcr.io`, body)).status).toBe(404);
    }
    expect((await call('GET', path)).body).toEqual([]);
  });

  it('have one entry for all names of a registry', async () => {
    await call('POST', path, { ...login, address: 'Index.Docker.IO' });
    for (const address of ['docker.io', 'registry-1.docker.io', 'https://index.docker.io/v1/']) {
      expect((await call('POST', path, { ...login, address })).status).toBe(400);
    }
    expect((await call('PATCH', `${path}/Registry-1.docker.io`, {})).status).toBe(200);
    expect((await call('DELETE', `${path}/DOCKER.io`)).status).toBe(204);
  });

  it.each([
    [{ address: '' }, 'Invalid Registry Address'],
    [{ address: 'two hosts' }, 'Invalid Registry Address'],
    [{ username: ' ' }, 'Invalid Registry Username'],
    [{ username: 'a:b' }, 'Invalid Registry Username'],
    [{ password: '' }, 'Invalid Registry Password'],
  ])('are rejected: %o', async (fields, message) => {
    const answer = await call('POST', path, { ...login, ...fields });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
  });

  it('are imported from a Docker config.json, which replaces existing ones', async () => {
    await call('POST', path, login);
    const config = JSON.stringify({
      auths: {
        'https://index.docker.io/v1/': { auth: btoa(`ada:${password}`) },
        'ghcr.io': { username: 'new', password },
        'quay.io': {},
      },
      credHelpers: { 'gcr.io': 'gcloud' },
    });
    const imported = await call('POST', `${path}/import`, { config });
    expect(imported.body).toMatchObject({
      registries: [
        { address: 'docker.io', username: 'ada' },
        { address: 'ghcr.io', username: 'new' },
      ],
      skipped: ['quay.io', 'gcr.io'],
    });
    expect((await call('GET', path)).body).toHaveLength(2);
    for (const each of ['docker.io', 'ghcr.io']) await call('DELETE', `${path}/${each}`);
  });

  it.each([
    [password, 'Invalid Docker Config: it is not'],
    ['{"auths": {}}', 'Invalid Docker Config: it has no logins'],
    ['{"auths": {"ghcr.io": {}}}', 'the passwords of ghcr.io are not in the file'],
    [`{"auths": {"a b": {"auth": "${btoa('a:b')}"}}}`, 'the login of a b is incomplete'],
  ])('are not imported from %s', async (config, message) => {
    expect(await call('POST', `${path}/import`, { config })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
  });
});

it('stores encrypted passwords', async () => {
  const headers = bearer(root);
  await server.app.inject({
    method: 'POST',
    url: '/api/system/registries',
    headers,
    payload: login,
  });
  const rows = await server.core.db.selectFrom('registries').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(password);
});
