import { findFreePort } from '@millrace/test-support/free-port';
import { execa } from 'execa';
import { rpcSecret } from './rpc-client.ts';
import type { TestServer } from './test-server.ts';

/** The exec runner of existing servers. */
export const existingRunner = process.env.MILLRACE_TEST_DRONE_RUNNER_EXEC;

/** Starts the runner for a server. Returns a function that stops it. */
export async function startExistingRunner({ url, tempDir }: TestServer) {
  const running = execa(existingRunner ?? '', ['daemon'], {
    cwd: tempDir,
    reject: false,
    env: {
      HOME: tempDir,
      DRONE_RPC_PROTO: 'http',
      DRONE_RPC_HOST: new URL(url).host,
      DRONE_RPC_SECRET: rpcSecret,
      DRONE_RUNNER_CAPACITY: '1',
      DRONE_RUNNER_NAME: 'existing',
      DRONE_HTTP_BIND: `127.0.0.1:${await findFreePort()}`,
    },
  });
  return async () => {
    running.kill();
    await running;
  };
}
