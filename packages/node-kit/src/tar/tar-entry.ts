/** Kind of an entry. `other` is any kind that is not needed here. */
export type TarType = 'file' | 'directory' | 'symlink' | 'link' | 'other';

/** Description of an entry. Names may have any bytes, see `fileNameOf`. */
export interface TarHeader {
  name: string;
  type: TarType;
  /** Bytes of the content, which only files have. */
  size: number;
  mode: number;
  uid: number;
  gid: number;
  mtimeMs: number;
  /** Target of a link. */
  linkname: string;
}

export const blockBytes = 512;

/** Positions of the fields of a header, which are part of all versions of the format. */
export const fields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  linkname: [157, 100],
  magic: [257, 6],
  version: [263, 2],
  uname: [265, 32],
  gname: [297, 32],
  prefix: [345, 155],
} as const;

/** Sums the bytes of a header, with spaces in place of the checksum. */
export function checksumOf(block: Uint8Array): number {
  const [start, length] = fields.checksum;
  let sum = length * 0x20;
  for (const [at, byte] of block.entries()) if (at < start || at >= start + length) sum += byte;
  return sum;
}

/** Returns the number of bytes after a content, up to the next block. */
export function paddingOf(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}
