import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tryLockFolder } from './folder-lock.ts';
import { StartError } from './start-error.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-kit-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('allows one lock of a folder at a time', () => {
  const first = tryLockFolder(folder, 'a.lock');
  expect(first).toBeDefined();
  expect(tryLockFolder(folder, 'a.lock')).toBeUndefined();
  first?.release();
  const second = tryLockFolder(folder, 'a.lock');
  expect(second).toBeDefined();
  second?.release();
});

it('reports a file that cannot be locked', async () => {
  await writeFile(join(folder, 'a.lock'), 'no database'.repeat(100));
  const lock = () => tryLockFolder(folder, 'a.lock');
  expect(lock).toThrow(StartError);
  expect(lock).toThrow(`The data folder ${folder} cannot be locked`);
});
