import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Lives until the test that asked for it is over. */
export async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'millrace-runner-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
