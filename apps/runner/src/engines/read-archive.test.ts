import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { packSources } from './pack-sources.ts';
import { readArchive } from './read-archive.ts';

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
  for await (const { header, content } of readArchive(streamOf(await packFolder()))) {
    expect(header).toMatchObject({ uid: 0, gid: 0, uname: 'root', gname: 'root' });
    if (header.type === 'file') files[header.name] = await text(content);
  }
  expect(files).toEqual({ 'src/dist/a': `a${large}`, 'src/dist/b': `b${large}` });
});

it('skips content that is not read', async () => {
  const names: string[] = [];
  for await (const { header } of readArchive(streamOf(await packFolder()))) names.push(header.name);
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
    for await (const { content } of readArchive(broken)) await buffer(content);
  };
  await expect(read()).rejects.toThrow('the engine stopped');
});

it('ends the archive when the reader leaves', async () => {
  const archive = streamOf(await packFolder());
  for await (const { header } of readArchive(archive)) if (header.type === 'file') break;
  expect(archive.destroyed).toBe(true);
});
