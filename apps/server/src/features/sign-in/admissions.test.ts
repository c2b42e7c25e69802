import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type ExtensionServer,
  extensionSecret,
  startExtension,
} from '../../../testing/extension-server.ts';
import {
  bearer,
  password,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let extension: ExtensionServer;
let server: TestServer;
let root: { token: string };
beforeAll(async () => {
  extension = await startExtension();
  server = await startTestServer({
    env: {
      MILLRACE_ADMISSION_PLUGIN_ENDPOINT: extension.url,
      MILLRACE_ADMISSION_PLUGIN_SECRET: extensionSecret,
      MILLRACE_ADMISSION_PLUGIN_TIMEOUT: '1s',
      MILLRACE_ADMIN_LOGIN: 'root',
    },
  });
  root = await server.addUser('root', { admin: true });
  await server.addUser('ada');
});
beforeEach(() => {
  extension.received = [];
  extension.answer = { status: 204 };
});
afterAll(async () => {
  await server.stop();
  await extension.stop();
});

/** Returns where a sign-in leads to. */
async function signIn(username: string, given = password): Promise<string> {
  const payload = new URLSearchParams({ username, password: given }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await server.app.inject({ method: 'POST', url: '/login', headers, payload });
  expect(Boolean(response.headers['set-cookie'])).toBe(response.headers.location === '/');
  return decodeURIComponent(String(response.headers.location));
}
const create = (body: object) =>
  server.app.inject({ method: 'POST', url: '/api/users', headers: bearer(root), payload: body });
const find = (login: string) => server.core.userStore.findByLogin(login);

it('asks at each sign-in, with the account', async () => {
  expect(await signIn('ada')).toBe('/');
  expect(await signIn('ada')).toBe('/');
  expect(extension.received).toHaveLength(2);
  expect(extension.received[0]).toMatchObject({
    isSigned: true,
    headers: { accept: 'application/vnd.drone.admission.v1+json' },
    body: { event: 'login', user: { login: 'ada', admin: false, active: true } },
  });
});

it('does not ask about a wrong password', async () => {
  expect(await signIn('ada', 'not the password')).toContain('Invalid username or password');
  expect(extension.received).toEqual([]);
});

it('shows the message of a refusal', async () => {
  extension.answer = { status: 403, text: 'ada has left the company\n' };
  expect(await signIn('ada')).toBe('/login/error?message=ada has left the company');
});

it('admits nobody while the extension fails, and does not show its address', async () => {
  extension.answer = { status: 500, text: 'broken' };
  const target = await signIn('ada');
  expect(target).toContain('An extension of this server that checks sign-ins is unavailable');
  expect(target).not.toContain('127.0.0.1');
});

it('makes an account a system admin, and takes the role away, except from the first admin', async () => {
  extension.answer = { login: 'ada', admin: true };
  await signIn('ada');
  expect(await find('ada')).toMatchObject({ admin: true });
  extension.answer = { login: 'ada', admin: false };
  await signIn('ada');
  expect(await find('ada')).toMatchObject({ admin: false });
  await signIn('root');
  expect(await find('root')).toMatchObject({ admin: true });
});

it('asks before an admin creates an account', async () => {
  extension.answer = { status: 403, text: 'no guests' };
  const refused = await create({ login: 'guest' });
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { message: 'no guests', code: 'forbidden' },
  ]);
  expect(await find('guest')).toBeUndefined();
  extension.answer = { admin: true };
  expect((await create({ login: 'grace', email: 'g@example.com' })).json()).toMatchObject({
    admin: true,
  });
  expect(extension.received.at(-1)?.body).toMatchObject({
    event: 'register',
    user: { id: 0, login: 'grace', email: 'g@example.com', machine: false },
  });
});

it('tells an admin which extension fails', async () => {
  extension.answer = { status: 500 };
  const { statusCode, body } = await create({ login: 'late' });
  expect([statusCode, body]).toEqual([502, expect.stringContaining(extension.url)]);
});
