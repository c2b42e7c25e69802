import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-kit-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('creates a private folder with its parents, and keeps an existing one', async () => {
  const path = join(folder, 'a', 'b');
  for (const _ of [1, 2]) await makeFolder(path);
  for (const each of [join(folder, 'a'), path]) {
    expect((await stat(each)).mode & 0o777).toBe(0o700);
  }
});

it('rejects the path of a file', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  await expect(makeFolder(path)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(path, 'a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it.skipIf(process.platform !== 'linux')(
  'rejects a folder where none can be created (only for Linux)',
  async () => {
    await expect(makeFolder('/proc/a/b')).rejects.toThrow();
  },
);
