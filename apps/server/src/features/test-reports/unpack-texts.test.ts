import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpackTexts } from './unpack-texts.ts';

it('ignores fields of a newer version', () => {
  const texts = { details: 'at mill.js:3', output: 'weighed' };
  expect(unpackTexts(zstdCompressSync(JSON.stringify({ ...texts, kind: 'x' })))).toEqual(texts);
});

it.each(['{"details":1}', '[]', 'x'])(
  'shows no texts for a value that it cannot read: %s',
  (text) => {
    expect(unpackTexts(zstdCompressSync(text))).toEqual({ details: '', output: '' });
  },
);
