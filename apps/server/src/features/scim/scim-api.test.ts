import type { Collaborator } from '@millrace/contract/api';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  password,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { gitHostingPort } from '../git-hosting/port.ts';

let server: TestServer;
let root: { id: number; token: string };
/** Access token of the identity provider. */
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.addUser('root', { admin: true });
  token = await makeToken('admin');
});
afterAll(() => server.stop());

async function makeToken(scope: string): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/user/tokens',
    headers: bearer(root),
    payload: { name: scope, scope },
  });
  return answer.json().token;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function call(method: Method, path: string, body?: object, secret = token) {
  const answer = await server.app.inject({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
    ...(body && { payload: JSON.stringify(body) }),
  });
  const { statusCode: status, headers } = answer;
  return { status, headers, body: answer.body ? answer.json() : undefined };
}

/** The user of RFC 7643, section 8.2, shortened. */
const rfcUser = (userName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  externalId: `external-${userName}`,
  userName,
  name: { formatted: 'Ms. Barbara J Jensen, III', familyName: 'Jensen', givenName: 'Barbara' },
  emails: [
    { value: `${userName}@home.example`, type: 'home' },
    { value: `${userName}@example.com`, type: 'work', primary: true },
  ],
  ims: [{ value: 'someaimhandle', type: 'aim' }],
  locale: 'en-US',
  ...more,
});

const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

async function addUser(userName: string): Promise<string> {
  const { status, body } = await call('POST', '/Users', rfcUser(userName));
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.id;
}

const userOf = (login: string) => server.core.userStore.findByLogin(login);

describe('users', () => {
  it('are created, read and found by their names', async () => {
    const { status, headers, body } = await call('POST', '/Users', rfcUser('Bjensen'));
    expect([status, headers['content-type']]).toEqual([
      201,
      'application/scim+json; charset=utf-8',
    ]);
    expect(headers.location).toBe(`${server.url}/scim/v2/Users/${body.id}`);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'Bjensen',
      externalId: 'external-Bjensen',
      displayName: 'Ms. Barbara J Jensen, III',
      emails: [{ value: 'Bjensen@example.com', primary: true }],
      active: true,
      groups: [],
      meta: { resourceType: 'User', location: headers.location },
    });
    expect((await call('GET', `/Users/${body.id}`)).body).toEqual(body);
    for (const filter of [
      'userName eq "bjensen"',
      'USERNAME EQ "BJENSEN"',
      'externalId eq "external-Bjensen"',
      `id eq "${body.id}"`,
    ]) {
      const found = await call('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] });
    }
    const none = await call('GET', '/Users?filter=userName%20eq%20%22nobody%22');
    expect([none.status, none.body.totalResults, none.body.Resources]).toEqual([200, 0, []]);
    const wrong = await call('GET', '/Users?filter=emails%20co%20%22x%22');
    expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidFilter']);
    expect(await userOf('bjensen')).toMatchObject({
      email: 'Bjensen@example.com',
      passwordHash: null,
      admin: false,
    });
  });

  it('are listed in pages', async () => {
    for (const name of ['page1', 'page2', 'page3']) await addUser(name);
    const all = (await call('GET', '/Users')).body;
    const second = (await call('GET', '/Users?startIndex=2&count=1')).body;
    expect(second).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: all.totalResults,
      startIndex: 2,
      itemsPerPage: 1,
      Resources: [{ id: all.Resources[1].id }],
    });
    expect((await call('GET', '/Users?count=0')).body).toMatchObject({
      totalResults: all.totalResults,
      Resources: [],
    });
  });

  it('change by PUT and by the PATCH of Okta and Entra ID', async () => {
    const id = await addUser('carol@corp.example');
    expect((await userOf('carol'))?.email).toBe('carol@corp.example@example.com');
    const put = await call(
      'PUT',
      `/Users/${id}`,
      rfcUser('carol.king@corp.example', { displayName: 'Carol' }),
    );
    expect(put.body).toMatchObject({ userName: 'carol.king@corp.example', displayName: 'Carol' });
    // Repositories are named after the login.
    expect((await userOf('carol'))?.name).toBe('Carol');
    await call('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect((await userOf('carol'))?.active).toBe(false);
    const entra = await call(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'active', value: 'True' },
        { op: 'Add', path: 'name.formatted', value: 'Carol King' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ck@corp.example' },
      ),
    );
    expect(entra.body).toMatchObject({
      active: true,
      displayName: 'Carol King',
      emails: [{ value: 'ck@corp.example' }],
    });
  });

  it.each<[string, (id: string) => Promise<{ status: number }>, number]>([
    [
      'deactivated',
      (id) => call('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })),
      200,
    ],
    ['deleted', (id) => call('DELETE', `/Users/${id}`), 204],
  ])('lose sessions, streams and tokens when they are %s', async (name, end, status) => {
    const login = `leaver-${name}`;
    const id = await addUser(login);
    const user = await userOf(login);
    if (!user) throw new Error('The account is missing');
    const cookie = await server.core.sessions.create(user.id, { address: '', browser: '' });
    const headers = { cookie: `_session_=${cookie}` };
    const stream = await openStream(`${server.url}/api/stream`, headers);
    expect((await end(id)).status).toBe(status);
    await stream.rest();
    expect(await server.core.sessions.list(user.id)).toEqual([]);
    const byToken = await server.app.inject({
      url: '/api/user',
      headers: bearer({ token: server.core.users.readToken(user) }),
    });
    expect(byToken.statusCode).toBe(403);
    expect((await userOf(login))?.active).toBe(false);
    expect((await call('GET', `/Users/${id}`)).status).toBe(name === 'deleted' ? 404 : 200);
  });

  it('come back after they were deleted', async () => {
    const id = await addUser('returner');
    await call('DELETE', `/Users/${id}`);
    const again = await call('POST', '/Users', rfcUser('returner'));
    expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true]);
  });

  it('take over accounts of the provider, and no others', async () => {
    const { users } = server.core;
    const sso = await users.createAccount({ login: 'sso', password: null });
    expect((await call('POST', '/Users', rfcUser('sso'))).body.id).toBe(String(sso.id));
    await server.addUser('local');
    await users.createAccount({ login: 'bot', password: null, machine: true });
    for (const name of ['local', 'bot', 'sso', 'admin']) {
      const { status, body } = await call('POST', '/Users', rfcUser(name));
      expect([name, status, body.scimType]).toEqual([name, 409, 'uniqueness']);
    }
    expect((await call('GET', `/Users/${root.id}`)).status).toBe(404);
  });

  it.each([
    ['no name', { userName: '' }],
    ['a name that is an address of the server', { userName: 'api' }],
    ['a name with a slash', { userName: 'a/b' }],
    ['a number as its state', { active: 3 }],
  ])('are rejected with %s', async (_, wrong) => {
    const { status, body } = await call('POST', '/Users', rfcUser('wrong', wrong));
    expect([status, body.scimType, body.status]).toEqual([400, 'invalidValue', '400']);
  });
});

describe('groups', () => {
  const ofRoot = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const url = `/api/organizations${path}`;
    const body = payload ? { payload } : {};
    return (await server.app.inject({ method, url, headers: bearer(root), ...body })).json();
  };

  it('make the members of teams', async () => {
    const [ann, ben] = [await addUser('ann'), await addUser('ben')];
    await ofRoot('POST', '', { name: 'acme' });
    await ofRoot('POST', '/acme/teams', { name: 'devs', role: 'write', all_repositories: true });
    await server
      .ask(gitHostingPort)
      .addHostedRepo({ ...root, login: 'root' } as never, 'acme', 'app');
    await ofRoot('POST', '/acme/groups', { team: 'devs', group: 'Engineers' });
    const writers = async () => {
      const url = '/api/repos/acme/app/collaborators';
      const answer = await server.app.inject({ url, headers: bearer(root) });
      const all = answer.json<Collaborator[]>();
      return all.filter(({ source }) => source === 'team').map(({ login }) => login);
    };
    const created = await call('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Engineers',
      externalId: 'g1',
      members: [{ value: ann }],
    });
    expect([created.status, created.body.members]).toEqual([
      201,
      [expect.objectContaining({ value: ann, display: 'ann' })],
    ]);
    const path = `/Groups/${created.body.id}`;
    expect(await writers()).toEqual(['ann']);
    await call('PATCH', path, patch({ op: 'Add', path: 'members', value: [{ value: ben }] }));
    expect(await writers()).toEqual(['ann', 'ben']);
    expect((await call('GET', `/Users/${ben}`)).body.groups).toMatchObject([
      { display: 'Engineers' },
    ]);
    await call('PATCH', path, patch({ op: 'remove', path: `members[value eq "${ann}"]` }));
    expect(await writers()).toEqual(['ben']);
    await call('PATCH', path, patch({ op: 'replace', value: { displayName: 'Sales' } }));
    expect(await writers()).toEqual([]);
    await call('PUT', path, {
      displayName: 'Engineers',
      members: [{ value: ann }, { value: ben }],
    });
    expect(await writers()).toEqual(['ann', 'ben']);
    await call('DELETE', `/Users/${ben}`);
    expect(await writers()).toEqual(['ann']);
    expect((await call('DELETE', path)).status).toBe(204);
    expect(await writers()).toEqual([]);
    expect((await call('GET', path)).status).toBe(404);
  });

  it('are found, also without their members', async () => {
    const id = await addUser('member');
    await call('POST', '/Groups', { displayName: 'Found', members: [{ value: id }] });
    const url = '/Groups?filter=displayName%20eq%20%22Found%22';
    const found = (await call('GET', url)).body;
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'Found' }] });
    expect(found.Resources[0].members).toHaveLength(1);
    const short = (await call('GET', `${url}&excludedAttributes=members`)).body;
    expect(short.Resources[0]).not.toHaveProperty('members');
    const again = await call('POST', '/Groups', { displayName: 'Found' });
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
    const unknown = await call('POST', '/Groups', {
      displayName: 'x',
      members: [{ value: '999' }],
    });
    expect([unknown.status, unknown.body.detail]).toEqual([400, 'There is no user 999']);
  });
});

it('describes itself', async () => {
  expect((await call('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
  });
  expect((await call('GET', '/ResourceTypes')).body.totalResults).toBe(2);
  expect((await call('GET', '/ResourceTypes/User')).body.endpoint).toBe('/Users');
  const schema = '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group';
  expect((await call('GET', schema)).body.name).toBe('Group');
  expect((await call('GET', '/Schemas/none')).status).toBe(404);
});

it('is for tokens of system admins', async () => {
  const bob = await server.addUser('bob');
  const statuses: Record<string, number> = {};
  const credentials = {
    none: '',
    wrong: 'mlr_wrong',
    member: bob.token,
    read: await makeToken('read'),
    write: await makeToken('write'),
    audit: await makeToken('audit'),
    admin: token,
    personal: root.token,
  };
  for (const [name, secret] of Object.entries(credentials)) {
    statuses[name] = (await call('GET', '/Users', undefined, secret)).status;
  }
  const forbidden = { member: 403, read: 403, write: 403, audit: 403 };
  expect(statuses).toEqual({ none: 401, wrong: 401, ...forbidden, admin: 200, personal: 200 });
  const signIn = await server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: 'root', password }).toString(),
  });
  const cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
  const byPage = await server.app.inject({
    url: '/scim/v2/Users',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(byPage.statusCode).toBe(401);
});

it('records changes, and refuses them while the server is read-only, except the end of access', async () => {
  const id = await addUser('recorded');
  const until = Math.floor(Date.now() / 1000) + 600;
  const announce = (method: 'PUT' | 'DELETE', payload?: object) =>
    server.app.inject({
      method,
      url: '/api/system/announcement',
      headers: bearer(root),
      ...(payload && { payload }),
    });
  await announce('PUT', { text: 'Pause', ends: until, read_only_from: 1 });
  expect((await call('POST', '/Users', rfcUser('later'))).status).toBe(503);
  expect((await call('POST', '/Groups', { displayName: 'later' })).status).toBe(503);
  const end = patch({ op: 'replace', path: 'active', value: false });
  expect((await call('PATCH', `/Users/${id}`, end)).status).toBe(200);
  await announce('DELETE');
  const events = await server.core.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'credential', 'token', 'details'])
    .where('target', '=', 'recorded')
    .orderBy('id')
    .execute();
  const byProvider = { actor: 'root', credential: 'access_token', token: 'admin' };
  expect(events).toEqual([
    { ...byProvider, action: 'user.create', details: '{}' },
    { ...byProvider, action: 'user.update', details: '{"active":false}' },
  ]);
});
