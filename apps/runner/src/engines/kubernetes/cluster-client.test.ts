import { expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';

const create = {
  method: 'POST',
  path: '/api/v1/namespaces/ci/pods',
  body: { kind: 'Pod' },
} as const;

it.each([500, 503, 429, 401, 403])('repeats a call after an answer with %i', async (status) => {
  const answers: [number, object][] = [
    [status, { message: 'not now' }],
    [201, { kind: 'Pod' }],
  ];
  const { client, calls } = await startApiServer(() => answers.shift() ?? [404, {}]);
  expect(await client.call(create)).toEqual({ kind: 'Pod' });
  expect(calls).toHaveLength(2);
});

it('repeats a call whose connection broke', async () => {
  const answers: ('broken' | [number, object])[] = ['broken', [200, { kind: 'Pod' }]];
  const { client } = await startApiServer(() => answers.shift() ?? [404, {}]);
  expect(await client.call(create)).toEqual({ kind: 'Pod' });
});

it.each([
  ['404', 404, { message: 'pods "a" not found', reason: 'NotFound' }],
  ['409', 409, { message: 'pods "a" already exists', reason: 'AlreadyExists' }],
  ['a full quota', 403, { message: 'exceeded quota: pods', reason: 'Forbidden' }],
])('does not repeat a call after %s', async (_, statusCode, body) => {
  const { client, calls } = await startApiServer(() => [statusCode, body]);
  await expect(client.call(create)).rejects.toMatchObject({ statusCode, ...body });
  expect(calls).toHaveLength(1);
});
