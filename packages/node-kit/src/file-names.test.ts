import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fileNameBytes, fileNameOf, printableFileName } from './file-names.ts';

const names: [string, Buffer][] = [
  ['ASCII', Buffer.from('plain.txt')],
  ['UTF-8', Buffer.from('größe-日本-🦆.txt')],
  ['Latin-1', Buffer.from('caf\xe9.txt', 'latin1')],
  ['Latin-1 before and after UTF-8', Buffer.from([0xff, 0xf0, 0x9f, 0xa6, 0x86, 0xe9, 0x80])],
  ['a cut sequence', Buffer.from([0x61, 0xf0, 0x9f, 0xa6])],
  ['a surrogate in UTF-8', Buffer.from([0xed, 0xb2, 0x80])],
  ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x61])],
  ['all bytes', Buffer.from(Array.from({ length: 255 }, (_, at) => at + 1))],
];

it.each(names)('keeps the bytes of a name: %s', (_, bytes) => {
  expect(fileNameBytes(fileNameOf(bytes))).toEqual(bytes);
});

it('reads names that are UTF-8 as their text', () => {
  expect(fileNameOf(Buffer.from('größe-🦆'))).toBe('größe-🦆');
  expect(fileNameOf(Buffer.from('caf\xe9', 'latin1')).isWellFormed()).toBe(false);
});

it('finds a file by the name that a folder lists', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-names-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(fileNameBytes(join(folder, fileNameOf(Buffer.from('caf\xe9', 'latin1')))), 'x');
  const [found = Buffer.alloc(0)] = await readdir(folder, { encoding: 'buffer' });
  expect(found).toEqual(Buffer.from('caf\xe9', 'latin1'));
  expect(await readFile(fileNameBytes(join(folder, fileNameOf(found))), 'utf8')).toBe('x');
  await rm(fileNameBytes(join(folder, fileNameOf(found))));
});

it('prints names on one line', () => {
  const name = fileNameOf(Buffer.concat([Buffer.from('a\n\u202e\u001b'), Buffer.of(0xe9)]));
  expect(printableFileName(name)).toBe('a\\x0A\\u202E\\x1B\\xE9');
  expect(printableFileName('größe 🦆 "x"')).toBe('größe 🦆 "x"');
});
