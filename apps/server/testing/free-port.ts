import { once } from 'node:events';
import { createServer } from 'node:net';

/** For programs that have to be told theirs; nobody else should take it meanwhile. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return address && typeof address === 'object' ? address.port : 0;
}
