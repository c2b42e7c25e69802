import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { readTar } from '@millrace/node-kit/tar/read-tar';
import { type TarInput, tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import { expect, it } from 'vitest';
import type { WorkspaceFiles } from '../../../engines/engine.ts';
import { temporaryDirectory } from '../../../testing/temporary-directory.ts';
import { partsOf } from './cache-parts.ts';
import { unpackParts } from './unpack-parts.ts';

/** Unpacks an archive with these entries, and returns what each place gets. */
async function unpack(entries: TarInput[]): Promise<string[]> {
  const path = join(await temporaryDirectory(), 'archive');
  await writeFile(path, zstdCompressSync(await buffer(Readable.from(writeTar(entries)))));
  const unpacked: string[] = [];
  const filesOf = (place: string): WorkspaceFiles => ({
    spoolDir: '',
    find: () => {
      throw new Error('nothing is searched');
    },
    has: async () => false,
    pack: async () => undefined,
    unpackOver: async () => undefined,
    unpack: async (read: () => Readable) => {
      for await (const { header } of readTar(read())) {
        const target = header.linkname && ` -> ${header.linkname}`;
        unpacked.push(`${place}: ${header.name}${target}`);
      }
    },
  });
  const folders = new Map(['~/.npm', '/go/pkg'].map((folder) => [folder, filesOf(folder)]));
  const files = { ...filesOf('workspace'), folders };
  const parts = partsOf(['/go/pkg', 'deps', '~/.npm'], files);
  await unpackParts(parts, path, new AbortController().signal);
  return unpacked;
}

const file = (name: string) => tarFile({ name }, Buffer.from('x'));
const link = (name: string, linkname: string): TarInput => ({
  header: { name, linkname, type: 'link' },
});
const folder = (name: string): TarInput => ({ header: { name, type: 'directory' } });

it('puts entries where their paths are', async () => {
  const entries = [
    folder('~/home/.npm'),
    file('~/home/.npm/a'),
    link('~/home/.npm/b', '~/home/.npm/a'),
  ];
  expect(await unpack([file('deps/x'), ...entries, folder('~/root/go/pkg/mod')])).toEqual([
    'workspace: deps/x',
    '/go/pkg: mod/',
    '~/.npm: a',
    '~/.npm: b -> a',
  ]);
});

it.each([
  ['leaves its folder', file('~/home/.npm/../x')],
  ['belongs to no path', file('~/home/.ssh/x')],
  ['belongs to a path as it is in the workspace', file('go/pkg/x')],
  ['is absolute', file('/go/pkg/x')],
])('unpacks nothing if an entry %s', async (_, entry) => {
  await expect(unpack([file('deps/x'), entry])).rejects.toThrow();
});

it('rejects hard links between folders', async () => {
  const entries = [file('deps/x'), link('~/home/.npm/b', 'deps/x')];
  await expect(unpack(entries)).rejects.toThrow('b is a hard link to another folder');
});
