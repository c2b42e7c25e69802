import type { AddedRunner, NewRunner } from '@millrace/contract/api';
import { newRunnerId, type RpcClient, rpcClient } from './rpc-client.ts';
import { bearer, type TestServer } from './test-server.ts';

export interface RegisteredRunner {
  id: number;
  name: string;
  credential: string;
  /** Id that it sends of its process. */
  process: string;
  rpc: RpcClient;
}

/** Paths below which runners of each kind of owner are added. */
export const runnersOf = {
  repo: (slug: string) => `/api/repos/${slug}/runner-credentials`,
  organization: (namespace: string) => `/api/runner-credentials/${namespace}`,
  server: () => '/api/system/runner-credentials',
};

/** Adds a runner, and returns it with its one-time token. */
export async function addRunner(
  server: TestServer,
  user: { token: string },
  url: string,
  payload: NewRunner,
): Promise<AddedRunner> {
  const answer = await server.app.inject({ method: 'POST', url, headers: bearer(user), payload });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json();
}

export async function exchangeToken(server: TestServer, token: string) {
  const url = '/api/register-runner';
  return server.app.inject({ method: 'POST', url, payload: { token } });
}

/** Adds a runner and registers it. */
export async function registerRunner(
  server: TestServer,
  user: { token: string },
  url: string,
  runner: NewRunner,
): Promise<RegisteredRunner> {
  const { id, name, token } = await addRunner(server, user, url, runner);
  const { credential } = (await exchangeToken(server, token)).json();
  const process = newRunnerId();
  return { id, name, credential, process, rpc: clientWith(server, credential, process) };
}

/** Creates a client that calls with a credential, or with the shared secret. */
export function clientWith(server: TestServer, secret: string, process?: string): RpcClient {
  const headers = { 'X-Drone-Token': secret };
  return rpcClient(server, { headers, ...(process ? { runner: process } : {}) });
}
