import { findFreePort } from '@millrace/test-support/free-port';
import { execa } from 'execa';
import { rpcSecret } from './rpc-client.ts';
import type { TestServer } from './test-server.ts';

/** The exec runner of existing servers. */
export const existingRunner = process.env.MILLRACE_TEST_DRONE_RUNNER_EXEC;

/** Starts the runner for a server. Returns a function that stops it. */
export async function startExistingRunner({ core, tempDir }: TestServer) {
  const { host, pathname } = new URL(core.publicUrl());
  const running = execa(existingRunner ?? '', ['daemon'], {
    cwd: tempDir,
    reject: false,
    env: {
      HOME: tempDir,
      DRONE_RPC_PROTO: 'http',
      // It adds its paths to this text.
      DRONE_RPC_HOST: host + pathname.replace(/\/$/, ''),
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
