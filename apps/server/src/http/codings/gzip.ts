import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { type Coding, maxSyncBytes } from './coding.ts';
import { joinCrc32 } from './crc32.ts';

const compress = promisify(deflateRaw);
/** Ends a part at a byte boundary without ending the body. */
const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 };
const head = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff]);
/** The empty block that ends a body. */
const end = [0x03, 0x00];
const trailerLength = 8;

/**
 * All parts are blocks of one gzip member, because browsers read only the first of several members. A
 * compressed part ends with checksum and length of its text, which are not part of the body.
 */
export const gzip: Coding = {
  name: 'gzip',
  async pack(text) {
    const isSmall = text.length <= maxSyncBytes;
    const blocks = isSmall ? deflateRawSync(text, options) : await compress(text, options);
    return Buffer.concat([blocks, trailer(crc32(text), text.length)]);
  },
  async *join(parts) {
    let sum = 0;
    let length = 0;
    let isBegun = false;
    for await (const part of parts) {
      // Sent with the first part, so that a failed read can still become an error response.
      if (!isBegun) yield head;
      isBegun = true;
      const blocksLength = part.length - trailerLength;
      const view = new DataView(part.buffer, part.byteOffset + blocksLength);
      const ownLength = view.getUint32(4, true);
      sum = joinCrc32(sum, view.getUint32(0, true), ownLength);
      length += ownLength;
      yield part.subarray(0, blocksLength);
    }
    if (!isBegun) yield head;
    yield Buffer.concat([Buffer.from(end), trailer(sum, length)]);
  },
};

function trailer(sum: number, length: number): Buffer {
  const bytes = Buffer.alloc(trailerLength);
  bytes.writeUInt32LE(sum, 0);
  bytes.writeUInt32LE(length % 2 ** 32, 4);
  return bytes;
}
