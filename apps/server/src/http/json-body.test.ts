import { expect, it } from 'vitest';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada', { admin: true });
await pushSampleRepo(server, 'ada');

const call = (method: 'POST' | 'DELETE', path: string, body = '') =>
  server.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...bearer(ada), 'content-type': 'application/json' },
    payload: body,
  });

it('ignores the content type of an empty body', async () => {
  expect((await call('POST', '/repos/ada/project/builds/1')).json()).toMatchObject({ number: 2 });
  expect((await call('DELETE', '/repos/ada/project/builds/2')).statusCode).toBe(200);
});

it.each([
  ['', 'Invalid Secret Name'],
  ['{', "Body is not valid JSON but content-type is set to 'application/json'"],
])('rejects an invalid body where one is required: %j', async (body, message) => {
  const answer = await call('POST', '/repos/ada/project/secrets', body);
  expect([answer.statusCode, answer.json()]).toEqual([400, { message, code: 'invalid_input' }]);
});
