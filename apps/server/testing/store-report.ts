import { Readable } from 'node:stream';
import type { Step } from '@millrace/build-rules';
import type { TestServer } from './test-server.ts';

/** Stores a test report of a step, as if its runner had sent it. */
export async function storeReport(
  { features }: Pick<TestServer, 'features'>,
  stepId: number,
  path: string,
  body: Uint8Array | Readable,
): Promise<void> {
  const store = features.contributed.stepFiles.flatMap(({ junit }) => junit ?? [])[0];
  if (!store) throw new Error('The report cannot be stored');
  const content = body instanceof Readable ? body : Readable.from([body]);
  const file = { path, size: 0, content, isExecutable: false };
  await store({ id: stepId } as Step, file, new AbortController().signal);
}
