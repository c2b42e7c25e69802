import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { fileNameBytes, fileNameOf } from '../file-names.ts';
import { readTar } from './read-tar.ts';
import type { TarHeader } from './tar-entry.ts';
import { type TarInput, tarFile, writeTar } from './write-tar.ts';

const latin1 = fileNameOf(Buffer.from('caf\xe9', 'latin1'));
const names = [
  'plain.txt',
  'größe 🦆',
  `${latin1}.txt`,
  'line\nbreak',
  '-rf',
  'back\\slash',
  `"quotes" and 'quotes'`,
  'n'.repeat(255),
  ` spaces `,
  `${'deep/'.repeat(400)}file`,
];

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-tar-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function readAll(archive: AsyncIterable<Uint8Array>) {
  const found = new Map<string, { header: TarHeader; content: string }>();
  for await (const { header, content } of readTar(archive)) {
    found.set(header.name.replace(/^\.\//, ''), { header, content: await text(content) });
  }
  return found;
}

const inPieces = (bytes: Uint8Array, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  );

it('writes names of all kinds as tar and this reader read them', async () => {
  const folder = await temporaryFolder();
  const archive = await buffer(
    writeTar([
      ...names.map((name) =>
        tarFile({ name, mode: 0o640, mtimeMs: 5000 }, Buffer.from(`of ${name}`)),
      ),
      { header: { name: `${latin1}-folder`, type: 'directory', mode: 0o750 } },
      { header: { name: `${latin1}-link`, type: 'symlink', linkname: `${latin1}.txt` } },
      { header: { name: `${latin1}-same`, type: 'link', linkname: `${latin1}.txt` } },
    ]),
  );
  execFileSync('tar', ['-xpf', '-'], { cwd: folder, input: archive });
  for (const name of names) {
    const path = fileNameBytes(join(folder, name));
    expect(await readFile(path, 'utf8')).toBe(`of ${name}`.toWellFormed());
    expect(await lstat(path)).toMatchObject({ mtimeMs: 5000 });
  }
  const linkPath = fileNameBytes(join(folder, `${latin1}-link`));
  expect(fileNameOf(await readlink(linkPath, 'buffer'))).toBe(`${latin1}.txt`);
  const found = await readAll(inPieces(archive, 700));
  expect([...found.keys()].map((name) => name.replace(/\/$/, ''))).toEqual([
    ...names,
    ...['-folder', '-link', '-same'].map((end) => `${latin1}${end}`),
  ]);
  expect(found.get(names[2] ?? '')).toMatchObject({ header: { mode: 0o640, mtimeMs: 5000 } });
  expect(found.get(`${latin1}-same`)?.header).toMatchObject({
    type: 'link',
    linkname: `${latin1}.txt`,
  });
});

it.each(['gnu', 'pax', 'ustar'])('reads what tar writes: %s', async (format) => {
  const folder = await temporaryFolder();
  const written = names.filter((name) => format !== 'ustar' || name.length <= 100);
  for (const name of written) {
    await mkdir(fileNameBytes(join(folder, name, '..')), { recursive: true });
    await writeFile(fileNameBytes(join(folder, name)), `of ${name}`);
  }
  const file = fileNameBytes(join(folder, `${latin1}.txt`));
  await chmod(file, 0o755);
  await utimes(file, 1_000_000_000, 1_000_000_000);
  await link(file, fileNameBytes(join(folder, `z-${latin1}`)));
  await symlink(fileNameBytes(latin1), fileNameBytes(join(folder, `${latin1}-link`)));
  execFileSync('/usr/bin/mkfifo', [join(folder, 'pipe')]);
  const args = ['-cf', '-', '--sort=name', `--format=${format}`, '.'];
  const found = await readAll(inPieces(execFileSync('tar', args, { cwd: folder }), 10_000));
  for (const name of written) expect(found.get(name)?.content).toBe(`of ${name}`.toWellFormed());
  expect(found.get(`${latin1}.txt`)?.header).toMatchObject({ mode: 0o755, mtimeMs: 1e12 });
  expect(found.get(`${latin1}-link`)?.header).toMatchObject({ type: 'symlink', linkname: latin1 });
  expect(found.get('pipe')?.header.type).toBe('other');
});

it('writes numbers that do not fit into a header', async () => {
  const header = { name: 'a', uid: 4_000_000_000, gid: 3_000_000, mtimeMs: 1234.5 };
  const archive = await buffer(writeTar([{ header }]));
  const found = await readAll(Readable.from([archive]));
  expect(found.get('a')?.header).toMatchObject({ ...header, mtimeMs: 1235 });
  const listed = execFileSync('tar', ['-tvf', '-', '--numeric-owner'], { input: archive });
  expect(listed.toString()).toContain('4000000000/3000000');
});

it('reads sizes in binary', async () => {
  const archive = await buffer(writeTar([tarFile({ name: 'a' }, Buffer.from('abc'))]));
  Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]).copy(archive, 124);
  archive.write('        ', 148);
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  expect((await readAll(Readable.from([archive]))).get('a')?.content).toBe('abc');
});

it('skips content that is not read, and closes the stream of a reader that leaves', async () => {
  const large = Buffer.alloc(1_000_000, 'x');
  const archive = await buffer(writeTar(['a', 'b'].map((name) => tarFile({ name }, large))));
  const seen: string[] = [];
  for await (const { header } of readTar(inPieces(archive, 50_000))) seen.push(header.name);
  expect(seen).toEqual(['a', 'b']);
  const stream = inPieces(archive, 50_000);
  for await (const _ of readTar(stream)) break;
  expect(stream.destroyed).toBe(true);
});

it('rejects a content that does not have its size', async () => {
  for (const size of [2, 4]) {
    const { content } = tarFile({ name: 'a' }, Buffer.from('abc'));
    const input: TarInput = { header: { name: 'a', size }, content };
    await expect(buffer(writeTar([input]))).rejects.toThrow(`expected ${size} bytes`);
  }
});

it('rejects a damaged archive, and one without its end', async () => {
  const archive = await buffer(writeTar([tarFile({ name: 'a' }, Buffer.alloc(1024, 'x'))]));
  const read = (bytes: Uint8Array) => readAll(Readable.from([bytes]));
  expect((await read(archive)).size).toBe(1);
  for (const length of [0, 100, 512, 1000, 1536]) {
    await expect(read(archive.subarray(0, length))).rejects.toThrow('Unexpected end');
  }
  const changed = Buffer.from(archive);
  changed[0] = 0x62;
  await expect(read(changed)).rejects.toThrow('a header is not valid');
  await expect(read(Buffer.alloc(2048, 'text'))).rejects.toThrow('a header is not valid');
});
