import * as contract from '@millrace/contract/api';
import { endpointOf } from '@millrace/contract/endpoints';
import { expect, it } from 'vitest';
import { serverOfFile } from '../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../testing/test-server.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });
await pushSampleRepo(server, 'root');

async function change(method: 'PATCH' | 'POST' | 'PUT', path: string, payload: object) {
  const url = `/api/repos/root/project${path}`;
  const answer = await server.app.inject({ method, url, headers: bearer(root), payload });
  return { status: answer.statusCode, message: answer.json().message };
}

it.each([
  ['PATCH', '/terminal-settings', { enable: true }],
  ['PATCH', '/retention', { build_day: 5 }],
  ['POST', '/notifications', { name: 'a', channel: 'email', recipient: ['a@example.com'] }],
  ['POST', '/registries', { adress: 'a', username: 'b', password: 'c' }],
] as const)('%s %s refuses an unknown field', async (method, path, body) => {
  const { status, message } = await change(method, path, body);
  expect([status, message]).toEqual([400, expect.stringMatching(/^(Unknown field|Invalid)/)]);
});

it('keeps the calls of existing servers, which ignore unknown fields', async () => {
  expect(await change('PATCH', '', { timeout: 30, throttled: 1 })).toMatchObject({ status: 200 });
  const secret = { name: 'a', data: 'b', pull_request_pushed: true };
  expect(await change('POST', '/secrets', secret)).toMatchObject({ status: 200 });
});

it('is decided by the contract for every call with a body', () => {
  const isCall = (value: unknown) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
  const bodies = Object.entries(contract).flatMap(([name, call]) =>
    isCall(call) && endpointOf(call as contract.ApiCall).ignoresUnknown ? [name] : [],
  );
  expect(bodies.toSorted()).toMatchInlineSnapshot(`
    [
      "createCard",
      "createCron",
      "createOrgSecret",
      "createSecret",
      "createTemplate",
      "createUser",
      "encryptSecret",
      "encryptText",
      "replaceOrgSecret",
      "replaceTemplate",
      "signPipeline",
      "updateCron",
      "updateCurrentUser",
      "updateOrgSecret",
      "updateRepo",
      "updateSecret",
      "updateTemplate",
      "updateUser",
    ]
  `);
});
