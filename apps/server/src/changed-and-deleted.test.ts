import { afterAll, beforeAll, expect, it } from 'vitest';
import { SecretStore } from './features/secrets/secret-store.ts';
import { TemplateStore } from './features/templates/template-store.ts';
import { bearer, pushSampleRepo, startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let ada: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada', { admin: true });
  await pushSampleRepo(server, 'ada');
});
afterAll(() => server.stop());

// What a call has found may be deleted by another one before it is changed.
it.each<[string, () => Promise<unknown>]>([
  ['a secret', () => new SecretStore(server.context.db).update(99, { updated: 1 })],
  ['a template', () => new TemplateStore(server.context.db).update(99, { updated: 1 })],
  ['a repository', () => server.context.repos.update(99, { updated: 1 })],
  ['an account', () => server.context.userStore.update(99, { updated: 1 })],
])('answers a change of %s that is gone by then with 404', async (_, change) => {
  await expect(change()).rejects.toMatchObject({ status: 404, message: 'Not Found' });
});

it('changes and deletes at once without a failure of its own', async () => {
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload: object) =>
    server.app.inject({ method, url: `/api${path}`, headers: bearer(ada), payload });
  const place = '/repos/ada/project/secrets';
  for (let round = 0; round < 5; round++) {
    await call('POST', place, { name: 'one', data: 'x' });
    const answers = await Promise.all([
      call('DELETE', `${place}/one`, {}),
      ...[1, 2, 3].map((data) => call('PATCH', `${place}/one`, { data: `${data}` })),
    ]);
    for (const { statusCode } of answers) expect([200, 204, 404]).toContain(statusCode);
  }
});
