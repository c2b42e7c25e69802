import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { removeTree } from './remove-tree.ts';

async function setUp() {
  const folder = await temporaryDirectory();
  const tree = join(folder, 'tree');
  await mkdir(tree);
  return { folder, tree };
}

it.each([
  ['paths beyond the length limit of the system', 'd'.repeat(200), 50],
  ['very deeply nested folders', 'd', 5000],
])('removes %s', async (_, name, depth) => {
  const { tree, folder } = await setUp();
  const script =
    'for (let i = 0; i < process.argv[2]; i++) { fs.mkdirSync(process.argv[1]); process.chdir(process.argv[1]); }';
  execFileSync(
    process.execPath,
    ['--eval', `${script} fs.writeFileSync('end', '')`, name, `${depth}`],
    { cwd: tree },
  );
  await removeTree(tree);
  expect(await readdir(folder)).toEqual([]);
});

it('removes names that are not valid text, and special files', async () => {
  const { tree, folder } = await setUp();
  const names = [[0xff, 0xfe], [0xc3, 0x28], [0x2d, 0x72], [0x0a]].map((bytes) =>
    Buffer.from(bytes),
  );
  const at = (name: Buffer) => Buffer.concat([Buffer.from(`${tree}/`), name]);
  for (const name of names) await mkdir(at(name));
  for (const name of names) await writeFile(Buffer.concat([at(name), Buffer.from('/\x80')]), '');
  execFileSync('/usr/bin/mkfifo', [join(tree, 'pipe')]);
  await removeTree(tree);
  expect(await readdir(folder)).toEqual([]);
});

it('removes folders without read permission', async () => {
  const { tree, folder } = await setUp();
  await mkdir(join(tree, 'a/b/c'), { recursive: true });
  await writeFile(join(tree, 'a/b/c/file'), '');
  for (const closed of ['a/b/c', 'a/b', 'a']) await chmod(join(tree, closed), 0);
  await removeTree(tree);
  expect(await readdir(folder)).toEqual([]);
});

it('does not follow links', async () => {
  const { tree, folder } = await setUp();
  await mkdir(join(folder, 'kept'), { mode: 0o555 });
  await symlink(join(folder, 'kept'), join(tree, 'link'));
  await symlink('.', join(tree, 'loop'));
  await removeTree(tree);
  expect(await readdir(folder)).toEqual(['kept']);
});

it('succeeds if the path does not exist', async () => {
  const { folder } = await setUp();
  await removeTree(join(folder, 'none'));
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
