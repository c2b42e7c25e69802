import { Readable } from 'node:stream';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseCoding } from './choose-coding.ts';
import { gzip } from './gzip.ts';
import { zstd } from './zstd.ts';

describe('content coding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['br, deflate', null],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, *;q=0', 'gzip'],
    ['gzip, deflate, br, zstd', 'gzip'],
    ['zstd', 'zstd'],
    ['ZSTD , GZIP;q=0', 'zstd'],
    ['zstd;q=0, gzip; q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['*', 'gzip'],
    ['*, gzip;q=0', 'zstd'],
    ['*;q=0', null],
    ['zstd;q=x', null],
  ])('is chosen for "%s": %s', (accepted, name) => {
    expect(chooseCoding(accepted).name).toBe(name);
  });
});

describe.each([
  [gzip, gunzipSync],
  [zstd, zstdDecompressSync],
] as const)('separately compressed parts', (coding, unpack) => {
  const join = async (texts: string[]) => {
    const parts = await Promise.all(texts.map((text) => coding.pack(Buffer.from(text))));
    const packed: Uint8Array[] = [];
    for await (const part of coding.join(Readable.from(parts))) packed.push(part);
    return unpack(Buffer.concat(packed)).toString();
  };

  it(`are joined to one body of ${coding.name}`, async () => {
    const texts = ['[', 'größe 1 '.repeat(10_000), '', ',', 'größe 2', ']'];
    expect((await join(texts)) === texts.join('')).toBe(true);
    expect(await join(['one'])).toBe('one');
    expect(await join([])).toBe('');
  });
});
