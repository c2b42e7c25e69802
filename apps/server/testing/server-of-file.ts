import { afterAll } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

/** Starts a server for all tests of a file, after which it stops. */
export async function serverOfFile(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.stop());
  return server;
}
