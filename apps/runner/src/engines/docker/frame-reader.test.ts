import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader } from './frame-reader.ts';

function frame(content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header[0] = 1;
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
}

describe('FrameReader', () => {
  it('extracts the contents, wherever the chunks are split', () => {
    const contents = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });
    const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 });
    fc.assert(
      fc.property(contents, cuts, (parts, sizes) => {
        const stream = Buffer.concat(parts.map(frame));
        const reader = new FrameReader();
        const read: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          read.push(...reader.push(stream.subarray(at, at + size)));
          at += size;
        }
        expect(Buffer.concat(read)).toEqual(Buffer.concat(parts));
      }),
    );
  });
});
