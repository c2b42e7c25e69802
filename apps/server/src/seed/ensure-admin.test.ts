import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { readConfig } from '../config/config.ts';
import { ensureAdmin } from './ensure-admin.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const ensure = (login: string) =>
  ensureAdmin(
    server.core.users,
    server.core.userStore,
    readConfig({ MILLRACE_ADMIN_LOGIN: login, MILLRACE_ADMIN_PASSWORD: 'a long password' }),
  );

it('creates the first account under the configured login', async () => {
  expect(await ensure('root\n')).toEqual({ login: 'root', password: null });
  expect(await server.core.userStore.findByLogin('root')).toMatchObject({ admin: true });
  expect(await ensure('root')).toBeNull();
});

it.each(['a b', '../a', '.', 'ä'])('rejects the invalid login %j', async (login) => {
  await expect(ensure(login)).rejects.toThrow('MILLRACE_ADMIN_LOGIN: Invalid login');
  expect(await server.core.userStore.count()).toBe(0);
});
