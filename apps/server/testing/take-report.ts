import { Readable } from 'node:stream';
import type { TestServer } from './test-server.ts';

/** Takes a test report of a step in, as its runner would send it. */
export async function takeReport(
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
