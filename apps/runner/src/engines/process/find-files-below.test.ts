import { execFileSync } from 'node:child_process';
import { lstatSync, renameSync, symlinkSync } from 'node:fs';
import { chmod, chown, link, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileNameBytes, fileNameOf } from '@millrace/node-kit/file-names';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import type { FoundFile } from '../engine.ts';
import { FileSearch, TooManyEntries } from '../file-search.ts';
import { FileChanged } from '../read-opened.ts';
import { findFilesBelow } from './find-files-below.ts';

function reasonOf(found: FoundFile): string {
  if ('problem' in found) return found.problem;
  return 'linkTarget' in found ? `-> ${found.linkTarget}` : '';
}

/** Creates a workspace with these files, and a secret beside it. */
async function setUp(paths: string[]) {
  const folder = await temporaryDirectory();
  const top = join(folder, 'src');
  await mkdir(join(folder, 'hidden'));
  await writeFile(join(folder, 'hidden', 'secret'), 'of the server');
  await mkdir(top);
  for (const path of paths) {
    await mkdir(join(top, path, '..'), { recursive: true });
    await writeFile(join(top, path), `text of ${path}`);
  }
  const find = async (patterns: string[], maxEntries?: number) => {
    const found: string[] = [];
    for await (const each of findFilesBelow(top, new FileSearch(patterns, maxEntries))) {
      const content = 'file' in each ? await text(Readable.from(each.file.read())) : reasonOf(each);
      found.push(`${each.path}: ${content}`);
    }
    return found;
  };
  return { folder, top, find };
}

it('finds files by patterns, in order, each once and with its text', async () => {
  const { find } = await setUp([
    'dist/b/c.js',
    'dist/a.js',
    'dist/größe.txt',
    'out.zip',
    'src/x.js',
  ]);
  expect(await find(['dist/**', '**/*.js', 'out.zip'])).toEqual(
    ['dist/a.js', 'dist/b/c.js', 'dist/größe.txt', 'out.zip', 'src/x.js'].map(
      (path) => `${path}: text of ${path}`,
    ),
  );
  expect(await find(['nowhere/**', 'out.zip/x'])).toEqual([]);
});

it.each(['dist', 'dist/', './dist', 'd*', 'dist/*'])(
  'finds everything in a folder that matches %s',
  async (pattern) => {
    const { find } = await setUp(['dist/a', 'dist/b/c', 'src/x']);
    expect(await find([pattern])).toEqual(['dist/a: text of dist/a', 'dist/b/c: text of dist/b/c']);
  },
);

it('finds names of any bytes', async () => {
  const { top, find } = await setUp(['w/z']);
  const latin1 = fileNameOf(Buffer.from('caf\xe9', 'latin1'));
  await mkdir(fileNameBytes(join(top, 'w', latin1)));
  const names = [latin1, '-rf', 'a\nb', 'back\\slash', `"quoted"'`, 'n'.repeat(255)].sort();
  for (const name of names) await writeFile(fileNameBytes(join(top, 'w', latin1, name)), 'x');
  const paths = names.map((name) => `w/${latin1}/${name}`);
  expect(await find(['w'])).toEqual([...paths.map((path) => `${path}: x`), 'w/z: text of w/z']);
  expect(await find(['**/caf?'])).toEqual(paths.map((path) => `${path}: x`));
});

it(
  'names a folder that cannot be read',
  skipIf(process.getuid?.() === 0 && 'root may read every folder'),
  async () => {
    const { top, find } = await setUp(['dist/a', 'dist/private/b']);
    await chmod(join(top, 'dist/private'), 0);
    const found = await find(['dist']);
    await chmod(join(top, 'dist/private'), 0o700);
    expect(found).toEqual(['dist/a: text of dist/a', 'dist/private: it cannot be read (EACCES)']);
  },
);

it('names a folder whose path is too long to be opened', async () => {
  const { top, find } = await setUp(['dist/a']);
  const name = 'n'.repeat(250);
  const script = `for (let i = 0; i < 20; i++) { fs.mkdirSync('${name}'); process.chdir('${name}'); }`;
  execFileSync(process.execPath, ['-e', script], { cwd: join(top, 'dist') });
  const found = await find(['dist']);
  // Node cannot remove it.
  execFileSync('rm', ['-rf', join(top, 'dist')]);
  expect(found[0]).toBe('dist/a: text of dist/a');
  expect(found[1]?.replaceAll('n'.repeat(250), 'n')).toMatch(
    /^dist\/n+(?:\/n+)+: it cannot be read \(ENAMETOOLONG\)$/,
  );
});

it('reads no link through another link', async () => {
  const { top, folder, find } = await setUp(['dist/a']);
  await symlink('/etc/passwd', join(folder, 'hidden', 'inner'));
  await symlink(join(folder, 'hidden'), join(top, 'elsewhere'));
  const found = await find(['elsewhere/inner']);
  expect(found).toEqual([expect.stringMatching(/^elsewhere\/inner: it cannot be read \(\w+\)$/)]);
});

it('says which files their owner may execute', async () => {
  const { top } = await setUp(['dist/a', 'dist/tool']);
  await chmod(join(top, 'dist/tool'), 0o755);
  const found: Record<string, boolean> = {};
  for await (const each of findFilesBelow(top, new FileSearch(['dist']))) {
    if ('file' in each) found[each.path] = each.file.isExecutable;
  }
  expect(found).toEqual({ 'dist/a': false, 'dist/tool': true });
});

it('follows no links, and opens only regular files', async () => {
  const { top, folder, find } = await setUp(['dist/a']);
  await symlink(join(folder, 'hidden', 'secret'), join(top, 'dist/link'));
  await symlink('a', join(top, 'dist/link-to-a'));
  await symlink(join(folder, 'hidden'), join(top, 'dist/folder'));
  await symlink(join(folder, 'hidden'), join(top, 'elsewhere'));
  await link(join(top, 'dist/a'), join(top, 'dist/same'));
  execFileSync('/usr/bin/mkfifo', [join(top, 'dist/pipe')]);
  const socket = createServer().listen(join(top, 'dist/socket'));
  onTestFinished(() => void socket.close());
  if (process.getuid?.() === 0)
    execFileSync('/usr/bin/mknod', [join(top, 'dist/zero'), 'c', '1', '5']);
  expect(
    (await find(['dist/**', 'elsewhere/secret', 'elsewhere/*'])).filter(
      (line) => !line.includes('zero'),
    ),
  ).toEqual([
    'dist/a: text of dist/a',
    `dist/folder: -> ${folder}/hidden`,
    `dist/link: -> ${folder}/hidden/secret`,
    'dist/link-to-a: -> a',
    'dist/pipe: it is not a regular file',
    'dist/same: text of dist/a',
    'dist/socket: it is not a regular file',
  ]);
  for (const line of await find(['dist/zero']))
    expect(line).toBe('dist/zero: it is not a regular file');
});

it(
  "rejects a hard link to another user's file",
  skipIf(process.getuid?.() !== 0 && 'not root'),
  async () => {
    const { top, folder, find } = await setUp(['own', 'alone']);
    await chown(top, 65_534, 65_534);
    await chown(join(top, 'own'), 65_534, 65_534);
    await link(join(top, 'own'), join(top, 'same'));
    await link(join(folder, 'hidden', 'secret'), join(top, 'secret'));
    expect(await find(['*'])).toEqual([
      'alone: text of alone',
      'own: text of own',
      'same: text of own',
      "secret: it is a hard link to another user's file",
    ]);
  },
);

it.each(['matches', 'mayContain'] as const)(
  'reads nothing through a link created after the check (%s)',
  async (moment) => {
    const { top, folder } = await setUp(['dist/secret']);
    const search = new FileSearch(['dist/*']);
    const ask = search[moment].bind(search);
    search[moment] = (path) => {
      if (path.startsWith('dist') && !lstatSync(join(top, 'dist')).isSymbolicLink()) {
        renameSync(join(top, 'dist'), join(top, 'before'));
        symlinkSync(join(folder, 'hidden'), join(top, 'dist'));
      }
      return ask(path);
    };
    const found: FoundFile[] = [];
    for await (const each of findFilesBelow(top, search)) found.push(each);
    const refused = [{ path: 'dist/secret', problem: 'it is reached through a link' }];
    expect(found).toEqual(moment === 'matches' ? refused : []);
  },
);

it('reads the file that it found, even if another replaces it', async () => {
  const { top, folder } = await setUp(['dist/a']);
  for await (const found of findFilesBelow(top, new FileSearch(['dist/a']))) {
    await rm(join(top, 'dist/a'));
    await symlink(join(folder, 'hidden', 'secret'), join(top, 'dist/a'));
    if (!('file' in found)) throw new Error(reasonOf(found));
    expect(await text(Readable.from(found.file.read()))).toBe('text of dist/a');
    expect(await text(Readable.from(found.file.read()))).toBe('text of dist/a');
  }
});

it('reports a file that has become shorter', async () => {
  const { top } = await setUp(['a']);
  for await (const found of findFilesBelow(top, new FileSearch(['a']))) {
    await writeFile(join(top, 'a'), 'x');
    if (!('file' in found)) throw new Error(reasonOf(found));
    await expect(text(Readable.from(found.file.read()))).rejects.toThrow(FileChanged);
  }
});

it('stops at its limit, and skips folders that cannot match', async () => {
  const many = Array.from({ length: 50 }, (_, at) => `node_modules/m${at}/index.js`);
  const { find } = await setUp([...many, 'dist/a.js', 'packages/one/dist/b.js']);
  await expect(find(['**/*.js'], 60)).rejects.toThrow(TooManyEntries);
  expect(await find(['dist/**', 'packages/*/dist/*'], 10)).toHaveLength(2);
});
