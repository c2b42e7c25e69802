import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds a free port for programs that need one as a setting. Another process could still take it. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return address && typeof address === 'object' ? address.port : 0;
}
