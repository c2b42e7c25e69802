import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fileNameBytes, fileNameOf } from '@millrace/node-kit/file-names';
import { readTar } from '@millrace/node-kit/tar/read-tar';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { packSources } from './pack-sources.ts';

const large = 'x'.repeat(1_000_000);

/** Packs a folder with two files, each larger than a chunk of the archive. */
async function packFolder(): Promise<Buffer> {
  const folder = await temporaryDirectory();
  await mkdir(join(folder, 'dist'));
  for (const name of ['a', 'b']) await writeFile(join(folder, 'dist', name), name + large);
  return buffer(packSources(folder, 'src'));
}

/** Returns the archive as a stream of many chunks. */
function streamOf(bytes: Buffer): Readable {
  const chunks = Array.from({ length: Math.ceil(bytes.length / 50_000) }, (_, at) =>
    bytes.subarray(at * 50_000, (at + 1) * 50_000),
  );
  return Readable.from(chunks);
}

it('reads the packed files, which belong to root', async () => {
  const files: Record<string, string> = {};
  for await (const { header, content } of readTar(streamOf(await packFolder()))) {
    expect(header).toMatchObject({ uid: 0, gid: 0 });
    if (header.type === 'file') files[header.name] = await text(content);
  }
  expect(files).toEqual({ 'src/dist/a': `a${large}`, 'src/dist/b': `b${large}` });
});

it('skips content that is not read', async () => {
  const names: string[] = [];
  for await (const { header } of readTar(streamOf(await packFolder()))) names.push(header.name);
  expect(names.map((name) => name.replace(/\/$/, '')).sort()).toEqual([
    'src',
    'src/dist',
    'src/dist/a',
    'src/dist/b',
  ]);
});

it('rejects an archive that fails', async () => {
  const bytes = await packFolder();
  const broken = Readable.from(
    (async function* () {
      yield bytes.subarray(0, 100_000);
      throw new Error('the engine stopped');
    })(),
  );
  const read = async () => {
    for await (const { content } of readTar(broken)) await buffer(content);
  };
  await expect(read()).rejects.toThrow('the engine stopped');
});

it('packs names of any bytes, links, and modes', async () => {
  const folder = await temporaryDirectory();
  const latin1 = fileNameOf(Buffer.from('caf\xe9', 'latin1'));
  const names = [latin1, '-rf', 'a\nb', 'back\\slash', `"quoted"'`, 'n'.repeat(255)];
  await mkdir(fileNameBytes(join(folder, `w-${latin1}`)));
  for (const name of names) {
    await writeFile(fileNameBytes(join(folder, `w-${latin1}`, name)), `of ${names.indexOf(name)}`);
  }
  await chmod(fileNameBytes(join(folder, `w-${latin1}`, latin1)), 0o755);
  await symlink(fileNameBytes(latin1), join(folder, 'z-link'));
  const found: Record<string, string> = {};
  for await (const { header, content } of readTar(packSources(folder, ''))) {
    found[header.name] = header.linkname || `${header.mode.toString(8)} ${await text(content)}`;
  }
  expect(found).toEqual({
    [`w-${latin1}/`]: '755 ',
    ...Object.fromEntries(
      names.map((name, at) => [`w-${latin1}/${name}`, `${at === 0 ? '755' : '644'} of ${at}`]),
    ),
    'z-link': latin1,
  });
});

it('rejects if a file vanishes, or gets shorter, while it packs', async () => {
  const folder = await temporaryDirectory();
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, name), large);
  const archive = packSources(folder, '');
  await archive[Symbol.asyncIterator]().next();
  await rm(join(folder, 'c'));
  await expect(buffer(archive)).rejects.toThrow('c cannot be read (ENOENT)');
});
