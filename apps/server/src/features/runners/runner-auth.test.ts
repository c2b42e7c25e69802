import { endpointUrl } from '@millrace/contract/api';
import { endpoints } from '@millrace/contract/endpoints';
import { rpcPath } from '@millrace/contract/runner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RpcClient, rpcClient, rpcEnvironment } from '../../../testing/rpc-client.ts';
import { runnerCallsOf } from '../../../testing/runners-of.ts';
import {
  bearer,
  password,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { ApiRoutes } from '../../http/api-routes.ts';
import { createApp } from '../../http/app.ts';
import { Drain } from '../../http/drain.ts';
import { CredentialStore } from './credentials/credential-store.ts';
import { OpenRunnerCalls } from './open-runner-calls.ts';
import { RunnerAuth } from './runner-auth.ts';
import { registerRunnerRoutes } from './runner-routes.ts';

let server: TestServer;
let rpc: RpcClient;
let token: string;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ env: rpcEnvironment });
  rpc = rpcClient(server);
  ({ token } = await server.addUser('root', { admin: true }));
  const signIn = await server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `username=root&password=${password}`,
  });
  cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
  expect(cookie).toContain('_session_=');
});
afterAll(() => server.stop());

const params = { machine: 'one', stage: 1, step: 1, build: 1 };
const everyCall = [
  ...endpoints
    .filter(({ access }) => access === 'runner')
    .map((endpoint) => [endpoint.method, endpointUrl(endpoint, params)] as const),
  ['GET', `${rpcPath}/nothing`] as const,
];

describe('a client without the secret', () => {
  it.each(everyCall)('is rejected: %s %s', async (method, path) => {
    const attempts: Record<string, string>[] = [
      {},
      { 'X-Drone-Token': 'wrong' },
      bearer({ token }),
      { Cookie: cookie },
    ];
    for (const headers of attempts) {
      const answer = await rpcClient(server, { headers })(method, path.slice(rpcPath.length));
      expect(answer).toEqual({ status: 401, text: 'Unauthorized' });
    }
  });

  it.each(everyCall)('is rejected by a server without a secret: %s %s', async (method, path) => {
    const app = await createApp({ logger: server.core.logger, web: null });
    await registerRunnerRoutes(
      app,
      new ApiRoutes(app, { ...server.core, refuseChange: async () => {} }),
      {
        calls: runnerCallsOf(server),
        auth: new RunnerAuth({
          credentials: new CredentialStore(server.core.db),
          secret: undefined,
          acceptsSecret: true,
        }),
        openCalls: new OpenRunnerCalls(),
        onRunnerStart: async () => {},
        onRunnerStop: () => {},
        drain: new Drain(),
      },
    );
    const headers = { 'x-drone-token': '' };
    const answer = await app.inject({ method, url: path, headers });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['content-type']).toContain('text/plain');
    await app.close();
  });
});

describe('invalid calls', () => {
  it.each([
    ['POST', '/stage', '{"kind":'],
    ['POST', '/stage', '[]'],
    ['POST', '/ping', '"text"'],
    ['PUT', '/stage/1', { status: 'exploded' }],
    ['PUT', '/stage/x', { status: 'running' }],
    ['PUT', '/step/1', undefined],
    ['POST', '/stage/1', undefined],
    ['POST', '/step/1/logs/batch', { pos: 0 }],
    ['POST', '/step/1/card', {}],
    ['POST', '/build/1e3/watch', undefined],
  ])('%s %s with %j is a bad request, in plain text', async (method, path, body) => {
    const { status, text } = await rpc(method, path, body);
    expect([status, text]).toEqual([400, expect.stringMatching(/^[^{]+$/)]);
  });

  it('rejects an invalid runner id', async () => {
    const answer = await rpcClient(server, { runner: 'built-in' })('GET', '/stage/1');
    expect(answer.status).toBe(400);
  });

  it('does not answer an unknown path with a page of the UI', async () => {
    expect(await rpc('GET', '/nothing')).toEqual({ status: 404, text: 'Not Found' });
  });
});
