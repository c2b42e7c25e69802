import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileNameOf } from '@millrace/node-kit/file-names';
import { readTar } from '@millrace/node-kit/tar/read-tar';
import type { TarHeader } from '@millrace/node-kit/tar/tar-entry';
import { tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import { expect, it } from 'vitest';
import { copyArchives } from './copy-archive.ts';

type Entry = Partial<TarHeader> & { name: string; content?: string };

/** Writes an archive, also one that no program would write. */
function write(entries: Entry[]): AsyncIterable<Uint8Array> {
  return writeTar(
    entries.map(({ content = '', ...header }) =>
      (header.type ?? 'file') === 'file' ? tarFile(header, Buffer.from(content)) : { header },
    ),
  );
}

async function copy(entries: Entry[], path?: string, paths = ['deps', 'a/b']) {
  const sources = async function* () {
    yield { bytes: write(entries), ...(path === undefined ? {} : { path }) };
  };
  const copied = await buffer(copyArchives(sources(), paths));
  const found: TarHeader[] = [];
  for await (const { header } of readTar(Readable.from([copied]))) found.push(header);
  return found;
}

const large = 'x'.repeat(1_000_000);

it('copies files, folders and links', async () => {
  const found = await copy([
    { name: './deps/', type: 'directory', mode: 0o40755 },
    { name: './deps/large', content: large, mode: 0o4755, uid: 1000, gid: 1001 },
    { name: './deps/empty', mtimeMs: 1000, mode: 0o600 },
    { name: './deps/same', type: 'link', linkname: './deps/large' },
    { name: './deps/link', type: 'symlink', linkname: '/etc/passwd' },
  ]);
  expect(found).toMatchObject([
    { name: 'deps/', type: 'directory', mode: 0o755 },
    { name: 'deps/large', size: large.length, mode: 0o755, uid: 1000, gid: 1001 },
    { name: 'deps/empty', size: 0, mode: 0o600, mtimeMs: 1000 },
    { name: 'deps/same', type: 'link', linkname: 'deps/large' },
    { name: 'deps/link', type: 'symlink', linkname: '/etc/passwd' },
  ]);
});

it('replaces the first part of the names by the path', async () => {
  const found = await copy(
    [
      { name: '0', type: 'directory' },
      { name: '0/file', content: 'x' },
      { name: '0/same', type: 'link', linkname: '0/file' },
    ],
    'a/b',
  );
  const [, file, same] = found;
  expect(found[0]?.name).toMatch(/^a\/b\/?$/);
  expect([file, same]).toMatchObject([{ name: 'a/b/file' }, { linkname: 'a/b/file' }]);
});

const file = (name: string): Entry => ({ name, content: 'evil' });
it.each<[string, Entry[], string]>([
  ['a path to a parent folder', [file('deps/../../evil')], 'leads elsewhere'],
  ['an absolute path', [file('/etc/cron.d/evil')], 'is absolute'],
  ['a path outside of the paths', [file('.drone.yml')], 'is not below the paths of the cache'],
  ['a path that begins like a path', [file('deps-2/x')], 'is not below the paths of the cache'],
  [
    'a file through a symbolic link',
    [{ name: 'deps/out', type: 'symlink', linkname: '/etc' }, file('deps/out/evil')],
    'deps/out/evil is below deps/out, which is no folder',
  ],
  [
    'a file through a link that replaces a path',
    [{ name: 'deps', type: 'symlink', linkname: '../..' }, file('deps/evil')],
    'which is no folder',
  ],
  [
    'a link that replaces a folder',
    [
      { name: 'deps/x', type: 'directory' },
      { name: 'deps/x', type: 'symlink', linkname: '/etc' },
      file('deps/x/evil'),
    ],
    'it has deps/x twice',
  ],
  [
    'a hard link to a file outside',
    [{ name: 'deps/shadow', type: 'link', linkname: '../../etc/shadow' }],
    'is a hard link to a file outside of the cache',
  ],
  [
    'a hard link to a symbolic link',
    [
      { name: 'deps/out', type: 'symlink', linkname: '/etc/shadow' },
      { name: 'deps/shadow', type: 'link', linkname: 'deps/out' },
    ],
    'is a hard link to a file outside of the cache',
  ],
  ['a path with an empty name', [file('deps//x')], 'has an empty name'],
])('rejects %s', async (_, entries, message) => {
  await expect(copy(entries)).rejects.toThrow(message);
});

it('rejects an archive that ends early', async () => {
  const whole = await buffer(write([{ name: 'deps/large', content: large }]));
  const sources = async function* () {
    yield { bytes: Readable.from([whole.subarray(0, 500_000)]) };
  };
  await expect(buffer(copyArchives(sources(), ['deps']))).rejects.toThrow('end');
});

it('rejects pipes and devices', async () => {
  const pipe = await buffer(write([file('deps/pipe')]));
  pipe.write('6', 156);
  pipe.write('        ', 148);
  const sum = pipe.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  pipe.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const sources = async function* () {
    yield { bytes: Readable.from([pipe]) };
  };
  await expect(buffer(copyArchives(sources(), ['deps']))).rejects.toThrow('is neither a file');
});

it('keeps names of any bytes, and prints them on one line', async () => {
  const latin1 = fileNameOf(Buffer.from('caf\xe9', 'latin1'));
  const names = [
    `deps/${latin1}`,
    'deps/a\u001b[2J\n',
    'deps/back\\slash',
    `deps/${'n'.repeat(2000)}`,
  ];
  expect((await copy(names.map(file))).map(({ name }) => name)).toEqual(names);
  const twice = copy([file(`deps/${latin1}\n`), file(`deps/${latin1}\n`)]);
  await expect(twice).rejects.toThrow('it has deps/caf\\xE9\\x0A twice');
});
