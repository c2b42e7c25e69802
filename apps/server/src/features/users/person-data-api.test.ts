import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

let server: TestServer;
let ada: { id: number; token: string };
let root: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  root = await server.addUser('root', { admin: true });
  ada = await server.addUser('ada');
  await server.addUser('adam');
  await pushSampleRepo(server, 'ada', 'project');
  await pushSampleRepo(server, 'adam', 'other');
  await server.app.inject({
    method: 'POST',
    url: '/api/user/tokens',
    headers: bearer(ada),
    payload: { name: 'ci "x"', scope: 'read' },
  });
});
afterAll(() => server.stop());

const read = async (url: string, caller: { token: string }) =>
  server.app.inject({ url, headers: bearer(caller) });

it('downloads what is stored of a person, and nothing of others or secret', async () => {
  const answer = await read('/api/user/data', ada);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="ada.json"');
  const data = answer.json();
  expect(data.account).toMatchObject([{ login: 'ada' }]);
  expect(data.roles).toEqual([{ namespace: 'ada', name: 'project', role: 'admin' }]);
  expect(data.access_tokens).toMatchObject([{ name: 'ci "x"', scope: 'read' }]);
  // She has written the commit in both.
  expect(data.builds).toMatchObject([
    { namespace: 'ada', name: 'project', number: 1 },
    { namespace: 'adam', name: 'other', number: 1 },
  ]);
  expect(data.audit.length).toBeGreaterThan(0);
  expect(data.audit.every(({ actor }: { actor: string }) => actor === 'ada')).toBe(true);
  const stored = await server.core.userStore.findById(ada.id);
  for (const secret of [ada.token, stored?.passwordHash, stored?.tokenHash, stored?.tokenSealed]) {
    expect(answer.body).not.toContain(secret);
  }
  expect(Object.keys(data).sort()).toEqual(
    [
      'access_tokens',
      'account',
      'audit',
      'bisections',
      'builds',
      'decisions',
      'external_identities',
      'forge_identities',
      'notification_addresses',
      'notifications',
      'roles',
      'scim',
      'second_factor',
      'sessions',
      'terminals',
      'usage',
    ].sort(),
  );
});

it('gives the data of others to system admins alone', async () => {
  expect((await read('/api/users/ada/data', root)).json().account).toMatchObject([
    { login: 'ada' },
  ]);
  expect((await read('/api/users/adam/data', ada)).statusCode).toBe(403);
  expect((await read('/api/users/nobody/data', root)).statusCode).toBe(404);
});
