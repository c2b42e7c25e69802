import { randomUUID } from 'node:crypto';
import type { Stage, Step } from '@millrace/contract/api';
import { rpcPath } from '@millrace/contract/runner';
import type { TestServer } from './test-server.ts';

export const rpcSecret = 'a secret that both sides know';
export const rpcEnvironment = { MILLRACE_RPC_SECRET: rpcSecret };

export const newRunnerId = (folder: string = randomUUID()): `${string}.${string}` =>
  `${folder}.${randomUUID()}`;

export interface RpcClient {
  (method: string, path: string, body?: unknown): Promise<{ status: number; text: string }>;
  /** Returns the JSON of a response, whose status must be 200. */
  ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
}

/**
 * Creates a client for `/rpc/v2` that calls like an existing runner: without a content type, and without an
 * id unless it is given.
 */
export function rpcClient(
  server: Pick<TestServer, 'url'>,
  options: { runner?: string; headers?: Record<string, string> } = {},
): RpcClient {
  const headers: Record<string, string> = options.headers ?? { 'X-Drone-Token': rpcSecret };
  if (options.runner) headers['X-Millrace-Runner'] = options.runner;
  const call = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${server.url}${rpcPath}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: Buffer.from(text) }),
    });
    return { status: response.status, text: await response.text() };
  };
  return Object.assign(call, {
    async ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
      const { status, text } = await call(method, path, body);
      if (status !== 200) throw new Error(`${method} ${path} returned ${status}: ${text}`);
      return JSON.parse(text);
    },
  });
}

const execRequest = { kind: 'pipeline', type: 'exec', os: 'linux', arch: 'amd64' };

/** Requests a stage and claims it. */
export async function claimOverRpc(
  rpc: RpcClient,
  machine = 'remote',
  request: object = execRequest,
): Promise<Stage> {
  const queued = await rpc.ask<Stage>('POST', '/stage', request);
  return rpc.ask('POST', `/stage/${queued.id}?machine=${machine}`);
}

/** Claims the next stage and starts its only step, with the JSON of a Go client. */
export async function startOverRpc(
  rpc: RpcClient,
  machine = 'remote',
): Promise<{ stage: Stage; step: Step }> {
  const claimed = await claimOverRpc(rpc, machine);
  const step = { step_id: claimed.id, number: 1, name: 'greet', status: 'pending', exit_code: 0 };
  const stage = await rpc.ask<Stage>('PUT', `/stage/${claimed.id}`, {
    ...claimed,
    status: 'running',
    steps: [{ id: 0, version: 0, ...step, depends_on: null, image: 'alpine' }],
  });
  const [pending] = stage.steps ?? [];
  if (!pending) throw new Error('The stage has no step');
  const running = { ...pending, status: 'running', started: 1 };
  return { stage, step: await rpc.ask('PUT', `/step/${pending.id}`, running) };
}
