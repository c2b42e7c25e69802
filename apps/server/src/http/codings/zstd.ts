import { pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import type { Coding } from './coding.ts';
import { identity } from './identity.ts';

const params = { [constants.ZSTD_c_compressionLevel]: 1 };
const chunkSize = 64 * 1024;

/**
 * Compresses the parts as one frame while they are sent. One frame per part would be valid, but some clients,
 * such as Node's own, stop after the first frame.
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
