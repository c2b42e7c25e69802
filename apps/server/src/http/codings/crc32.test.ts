import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinCrc32 } from './crc32.ts';

it('joins the checksums of two texts', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array({ maxLength: 5000 }), (first, second) => {
      const joined = joinCrc32(crc32(first), crc32(second), second.length);
      expect(joined).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});

it('supports long texts', () => {
  const long = Buffer.alloc(3_000_001, 'text ');
  expect(joinCrc32(crc32('before'), crc32(long), long.length)).toBe(crc32(long, crc32('before')));
});
