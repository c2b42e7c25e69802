import { pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import type { Coding } from './coding.ts';
import { identity } from './identity.ts';

const params = { [constants.ZSTD_c_compressionLevel]: 1 };
const chunkSize = 64 * 1024;

/**
 * The parts are packed while they are sent. Frames of parts, one after the other, would be valid
 * too, but there are clients that stop after the first one: Node's own does.
 */
export const zstd: Coding = {
  ...identity,
  name: 'zstd',
  packsBody: true,
  join: (parts) =>
    pipeline(
      Readable.from(parts, { objectMode: false }),
      createZstdCompress({ params, chunkSize }),
      // The consumer of the body receives the error.
      () => {},
    ),
};
