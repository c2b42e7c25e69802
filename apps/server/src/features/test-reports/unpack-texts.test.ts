import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readFixture } from '../../../testing/read-fixture.ts';
import { unpackTexts } from './unpack-texts.ts';

it('reads texts that an earlier version stored', () => {
  const { zstd } = JSON.parse(readFixture('failure-texts-6b82ee89', import.meta.url));
  const texts = unpackTexts(Buffer.from(zstd, 'base64'));
  expect(texts).toEqual({ details: 'at mill.js:3', output: 'weighed' });
});

it.each(['{"details":1}', '[]', 'x'])(
  'shows no texts for a value that it cannot read: %s',
  (text) => {
    expect(unpackTexts(zstdCompressSync(text))).toEqual({ details: '', output: '' });
  },
);
