import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles, S3Server, s3Program } from './s3-server.ts';

/** Object store for tests, with the settings for a server. */
export interface TestStore {
  env: Record<string, string>;
  /** Lists the names of all objects. */
  list(): Promise<string[]>;
  /** Makes the store unavailable until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

async function startFolder(): Promise<TestStore> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-objects-'));
  const folder = join(dir, 'logs');
  await mkdir(folder);
  return {
    env: { MILLRACE_LOGS_URL: `file://${folder}` },
    list: () => listFiles(folder),
    pause: () => rename(folder, `${folder}-away`),
    resume: () => rename(`${folder}-away`, folder),
    stop: () => rm(dir, { recursive: true, force: true }),
  };
}

/** All kinds of object stores. S3 is only available if there is a program for it. */
export const testStores = [
  { name: 'a folder', isThere: true, start: startFolder },
  {
    // `npm test` reports the text in parentheses as the reason of skipped tests.
    name: s3Program ? 'S3' : 'S3 (MILLRACE_TEST_S3 is not set)',
    isThere: s3Program !== undefined,
    start: () => S3Server.start(),
  },
] satisfies { name: string; isThere: boolean; start: () => Promise<TestStore> }[];
