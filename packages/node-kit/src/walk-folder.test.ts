import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fileNameBytes, fileNameOf } from './file-names.ts';
import { walkFolder } from './walk-folder.ts';

async function makeTree(): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'millrace-walk-'));
  onTestFinished(() => rm(top, { recursive: true }));
  for (const folder of ['a', 'a/b', 'c']) await mkdir(join(top, folder));
  for (const file of ['a/1', 'a/b/2', 'd']) await writeFile(join(top, file), '');
  return top;
}

async function pathsOf(top: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of walkFolder(top)) paths.push(path);
  return paths;
}

it('yields folders before their content, with names of any bytes', async () => {
  const top = await makeTree();
  const name = fileNameOf(Buffer.from('caf\xe9\n', 'latin1'));
  await mkdir(fileNameBytes(join(top, name)));
  await writeFile(fileNameBytes(join(top, name, name)), '');
  await symlink('missing', join(top, 'link'));
  execFileSync('/usr/bin/mkfifo', [join(top, 'pipe')]);
  const below = ['a', 'a/1', 'a/b', 'a/b/2', 'c', name, `${name}/${name}`, 'd', 'link', 'pipe'];
  expect(await pathsOf(top)).toEqual(below);
});

it('throws if an entry vanishes during the walk', async () => {
  const top = await makeTree();
  const walk = walkFolder(top);
  expect((await walk.next()).value?.path).toBe('a');
  expect((await walk.next()).value?.path).toBe('a/1');
  await rm(join(top, 'a', 'b'), { recursive: true });
  await expect(walk.next()).rejects.toThrow('a/b cannot be read (ENOENT)');
});
