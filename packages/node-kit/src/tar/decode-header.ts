import { fileNameOf } from '../file-names.ts';
import { checksumOf, fields, type TarHeader, type TarType } from './tar-entry.ts';

type Field = keyof typeof fields;

/** Values for the next entry that did not fit into its header, by the keys of `pax`. */
export type Records = ReadonlyMap<string, Buffer>;

const types: Record<string, TarType> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  '1': 'link',
  '2': 'symlink',
  '5': 'directory',
};
/** Kinds without content, whatever their size says: links, devices, folders, pipes. */
const withoutContent = /^[1-6]$/;
const damaged = 'The archive is damaged: a header is not valid';

/** Returns the header of an entry, with the changes of these records; undefined if the block ends the archive. */
export function decodeHeader(
  block: Buffer,
  records: Records,
): { header: TarHeader; flag: string; contentBytes: number } | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  if (readNumber(block, 'checksum') !== checksumOf(block)) throw new Error(damaged);
  const flag = readBytes(block, 'type').toString('latin1') || '\0';
  const name = fileNameOf(records.get('path') ?? nameOf(block));
  const isFolder = types[flag] === 'file' && name.endsWith('/');
  const type = isFolder ? 'directory' : (types[flag] ?? 'other');
  const size = numberOf(records, 'size') ?? readNumber(block, 'size');
  if (!Number.isSafeInteger(size) || size < 0) throw new Error(damaged);
  const contentBytes = withoutContent.test(flag) ? 0 : size;
  const header = {
    name,
    type,
    size: type === 'file' ? contentBytes : 0,
    mode: readNumber(block, 'mode'),
    uid: numberOf(records, 'uid') ?? readNumber(block, 'uid'),
    gid: numberOf(records, 'gid') ?? readNumber(block, 'gid'),
    mtimeMs: Math.round((numberOf(records, 'mtime') ?? readNumber(block, 'mtime')) * 1000),
    linkname: fileNameOf(records.get('linkpath') ?? readBytes(block, 'linkname')),
  };
  return { header, flag, contentBytes };
}

/** Reads the records of an entry of `pax`. */
export function decodeRecords(bytes: Buffer): Records {
  const records = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at);
    const length = Number(bytes.toString('latin1', at, space));
    const record = bytes.subarray(space + 1, at + length - 1);
    const equals = record.indexOf('=');
    if (space < 0 || !(length > 0) || at + length > bytes.length || equals < 1) {
      throw new Error(damaged);
    }
    records.set(record.toString('utf8', 0, equals), record.subarray(equals + 1));
    at += length;
  }
  return records;
}

/** The magic text of GNU ends with a space; its headers have other fields in place of the prefix. */
function nameOf(block: Buffer): Buffer {
  const name = readBytes(block, 'name');
  const isUstar = readBytes(block, 'magic').toString('latin1') === 'ustar';
  const prefix = isUstar ? readBytes(block, 'prefix') : Buffer.alloc(0);
  return prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name;
}

/** Returns the bytes of a field up to the first NUL. */
function readBytes(block: Buffer, field: Field): Buffer {
  const [start, length] = fields[field];
  const bytes = block.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Numbers are octal, or binary if the first bit is set. */
function readNumber(block: Buffer, field: Field): number {
  const [start, length] = fields[field];
  const [first = 0] = block.subarray(start);
  if (first < 0x80) {
    return Number.parseInt(readBytes(block, field).toString('latin1').trim() || '0', 8);
  }
  const isNegative = first === 0xff;
  const value = block
    .subarray(start + 1, start + length)
    .reduce((sum, byte) => sum * 256 + byte, 0);
  return isNegative ? value - 256 ** (length - 1) : value;
}

function numberOf(records: Records, key: string): number | undefined {
  const bytes = records.get(key);
  return bytes === undefined ? undefined : Number(bytes.toString('latin1'));
}
