import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileNameBytes, fileNameOf } from '@millrace/node-kit/file-names';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listFiles } from './list-files.ts';

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'millrace-list-files-')));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const { signal } = new AbortController();

it('lists files, folders and links, but not those of git, and follows no links', async () => {
  await mkdir(join(dir, 'a/b'), { recursive: true });
  await mkdir(join(dir, '.git'));
  await writeFile(join(dir, '.git/HEAD'), 'x');
  await writeFile(join(dir, 'a/b/.git'), 'text');
  await symlink('/', join(dir, 'a/root'));
  const found = await listFiles(dir, signal);
  expect([...found].map(([path, { type }]) => `${path} ${type}`).sort()).toEqual([
    'a directory',
    'a/b directory',
    'a/b/.git file',
    'a/root symlink',
  ]);
  expect(found.get('a/root')?.linkTarget).toBe('/');
});

it('shows that a file was written, even with the same size', async () => {
  const path = join(dir, 'file');
  await writeFile(path, 'one');
  const before = (await listFiles(dir, signal)).get('file');
  expect((await listFiles(dir, signal)).get('file')).toEqual(before);
  await writeFile(path, 'two');
  expect((await listFiles(dir, signal)).get('file')).not.toEqual(before);
});

it('lists names of any bytes, and links to them', async () => {
  const latin1 = fileNameOf(Buffer.from('caf\xe9', 'latin1'));
  await mkdir(fileNameBytes(join(dir, latin1)));
  await writeFile(fileNameBytes(join(dir, latin1, latin1)), 'x');
  await symlink(fileNameBytes(latin1), join(dir, 'link'));
  const found = await listFiles(dir, signal);
  expect([...found.keys()].sort()).toEqual([latin1, `${latin1}/${latin1}`, 'link'].sort());
  expect(found.get('link')?.linkTarget).toBe(latin1);
});
