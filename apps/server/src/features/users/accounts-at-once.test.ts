import { afterEach, beforeEach, expect, it } from 'vitest';
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let admins: { login: string; token: string }[];
beforeEach(async () => {
  server = await startTestServer();
  admins = [
    await server.addUser('ada', { admin: true }),
    await server.addUser('eve', { admin: true }),
  ];
});
afterEach(() => server.stop());

/** Each admin calls at the same moment; answers the statuses. */
async function together(
  callOf: (other: string) => { method: 'PATCH' | 'DELETE' | 'POST'; url: string; payload?: object },
) {
  const answers = await Promise.all(
    admins.map((admin) => {
      const other = admins.find(({ login }) => login !== admin.login)?.login ?? '';
      return server.app.inject({ ...callOf(other), headers: bearer(admin) });
    }),
  );
  return answers.map(({ statusCode }) => statusCode).sort();
}

it.each([
  ['take the role of each other', { admin: false }],
  ['block each other', { active: false }],
])('keeps an admin if two %s', async (_, payload) => {
  await together((other) => ({ method: 'PATCH', url: `/api/users/${other}`, payload }));
  expect(await server.core.userStore.countActiveAdmins()).toBe(1);
});

it('keeps an admin if two delete each other', async () => {
  await together((other) => ({ method: 'DELETE', url: `/api/users/${other}` }));
  expect(await server.core.userStore.countActiveAdmins()).toBe(1);
});

it.each([
  ['a login', { login: 'bob' }],
  ['a login of a machine', { login: 'bot', machine: true }],
])('creates one account of %s for concurrent requests', async (_, payload) => {
  expect(await together(() => ({ method: 'POST', url: '/api/users', payload }))).toEqual([
    200, 400,
  ]);
});

it('creates one account with a token', async () => {
  const token = '55f24eb3d61ef6ac5e83d550178638dc';
  const made = await together((other) => ({
    method: 'POST',
    url: '/api/users',
    payload: { login: `bot-of-${other}`, machine: true, token },
  }));
  expect(made).toEqual([200, 400]);
});
