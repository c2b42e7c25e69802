import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import tar from 'tar-stream';
import { expect, it } from 'vitest';
import { readArchive } from '../../engines/read-archive.ts';
import { copyArchives } from './copy-archive.ts';

type Entry = Partial<tar.Header> & { name: string; content?: string };

/** Writes an archive, also one that no program would write. */
function write(entries: Entry[]): Readable {
  const pack = tar.pack();
  for (const { content = '', ...header } of entries) {
    const isFile = (header.type ?? 'file') === 'file';
    if (isFile) pack.entry(header, content);
    else pack.entry(header);
  }
  pack.finalize();
  return Readable.from(pack);
}

async function copy(entries: Entry[], folder = '', paths = ['deps', 'a/b']) {
  const sources = async function* () {
    yield { bytes: write(entries), folder };
  };
  const copied = await buffer(copyArchives(sources(), paths));
  const found: Partial<tar.Header>[] = [];
  for await (const { header, content } of readArchive(Readable.from([copied]))) {
    for await (const _ of content);
    found.push(header);
  }
  return found;
}

const large = 'x'.repeat(1_000_000);

it('copies files, folders and links', async () => {
  const found = await copy([
    { name: './deps/', type: 'directory', mode: 0o40755 },
    { name: './deps/large', content: large, mode: 0o4755, uid: 1000, gid: 1001 },
    { name: './deps/empty', mtime: new Date(1000), mode: 0o600 },
    { name: './deps/same', type: 'link', linkname: './deps/large' },
    { name: './deps/link', type: 'symlink', linkname: '/etc/passwd' },
  ]);
  expect(found).toMatchObject([
    { name: 'deps', type: 'directory', mode: 0o755 },
    { name: 'deps/large', size: large.length, mode: 0o755, uid: 1000, gid: 1001 },
    { name: 'deps/empty', size: 0, mode: 0o600, mtime: new Date(1000) },
    { name: 'deps/same', type: 'link', linkname: 'deps/large' },
    { name: 'deps/link', type: 'symlink', linkname: '/etc/passwd' },
  ]);
});

it('adds the folder of a path to the names', async () => {
  const found = await copy(
    [
      { name: 'b/file', content: 'x' },
      { name: 'b/same', type: 'link', linkname: 'b/file' },
    ],
    'a',
  );
  expect(found).toMatchObject([{ name: 'a/b/file' }, { linkname: 'a/b/file' }]);
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
  ['a device', [{ name: 'deps/sda', type: 'block-device', devmajor: 8 }], 'is neither a file'],
  ['a pipe', [{ name: 'deps/pipe', type: 'fifo' }], 'is neither a file'],
  ['a control character in a path', [file('deps/a\u001b[2J')], 'has a control character'],
])('rejects %s', async (_, entries, message) => {
  await expect(copy(entries)).rejects.toThrow(message);
});

it('rejects an archive that ends early', async () => {
  const whole = await buffer(write([{ name: 'deps/large', content: large }]));
  const sources = async function* () {
    yield { bytes: Readable.from([whole.subarray(0, 500_000)]), folder: '' };
  };
  await expect(buffer(copyArchives(sources(), ['deps']))).rejects.toThrow('end');
});
