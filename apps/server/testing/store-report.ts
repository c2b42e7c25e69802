import { Readable } from 'node:stream';
import type { TestServer } from './test-server.ts';

/** Stores a test report of a step, as if its runner had sent it. */
export async function storeReport(
  { ports }: Pick<TestServer, 'ports'>,
  stepId: number,
  path: string,
  body: Uint8Array | Readable,
): Promise<void> {
  await ports.storeTestReport(
    stepId,
    path,
    body instanceof Readable ? body : Readable.from([body]),
  );
}
