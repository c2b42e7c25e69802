import { fileNameBytes } from '../file-names.ts';
import { blockBytes, checksumOf, fields, paddingOf, type TarHeader } from './tar-entry.ts';

type Field = keyof typeof fields;

const typeFlags = { file: '0', link: '1', symlink: '2', directory: '5', other: '0' };
/** Flag of an entry with records about the next entry. */
const recordsFlag = 'x';
const permissionBits = 0o7777;
/** Maximum numbers of the fields with 7 and 11 octal digits. */
const maxId = 0o7777777;
const maxSize = 0o77777777777;

/**
 * Returns the header of an entry: one block in the format `ustar`, after records of `pax` for what does not fit into it.
 * Records have names of any length, with all bytes, as GNU tar and Go read them.
 */
export function encodeHeader(header: TarHeader): Buffer {
  const name = fileNameBytes(header.name);
  const linkname = fileNameBytes(header.linkname);
  const seconds = Math.floor(header.mtimeMs / 1000);
  const records: Buffer[] = [];
  const add = (key: string, value: Buffer | number) =>
    records.push(recordOf(key, Buffer.from(typeof value === 'number' ? String(value) : value)));
  if (!fits(name, 'name')) add('path', name);
  if (!fits(linkname, 'linkname')) add('linkpath', linkname);
  if (seconds < 0 || seconds * 1000 !== header.mtimeMs) add('mtime', header.mtimeMs / 1000);
  if (header.size > maxSize) add('size', header.size);
  if (header.uid > maxId) add('uid', header.uid);
  if (header.gid > maxId) add('gid', header.gid);
  const block = blockOf(header, typeFlags[header.type], { name, linkname, seconds });
  if (records.length === 0) return block;
  const bytes = Buffer.concat(records);
  const own = { ...header, size: bytes.length, mode: 0o644 };
  const names = { name: Buffer.from('PaxHeader'), linkname: Buffer.alloc(0), seconds };
  const padding = Buffer.alloc(paddingOf(bytes.length));
  return Buffer.concat([blockOf(own, recordsFlag, names), bytes, padding, block]);
}

/** Readers without records would read other bytes in any encoding. */
function fits(bytes: Buffer, field: Field): boolean {
  return bytes.length <= fields[field][1] && bytes.every((byte) => byte < 0x80);
}

function blockOf(
  { mode, uid, gid, size }: TarHeader,
  flag: string,
  { name, linkname, seconds }: { name: Buffer; linkname: Buffer; seconds: number },
): Buffer {
  const block = Buffer.alloc(blockBytes);
  const put = (field: Field, bytes: Buffer) =>
    bytes.copy(block, fields[field][0], 0, fields[field][1]);
  const putText = (field: Field, text: string) => put(field, Buffer.from(text));
  const putNumber = (field: Field, value: number, max: number) => {
    const digits = fields[field][1] - 1;
    putText(field, Math.min(Math.max(value, 0), max).toString(8).padStart(digits, '0'));
  };
  put('name', name);
  putNumber('mode', mode & permissionBits, maxId);
  putNumber('uid', uid, maxId);
  putNumber('gid', gid, maxId);
  putNumber('size', size, maxSize);
  putNumber('mtime', seconds, maxSize);
  putText('type', flag);
  put('linkname', linkname);
  putText('magic', 'ustar');
  putText('version', '00');
  if (uid === 0) putText('uname', 'root');
  if (gid === 0) putText('gname', 'root');
  putText('checksum', `${checksumOf(block).toString(8).padStart(6, '0')}\0 `);
  return block;
}

/** A record begins with its own length. */
function recordOf(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')]);
  let length = rest.length;
  while (String(length).length + rest.length !== length) {
    length = String(length).length + rest.length;
  }
  return Buffer.concat([Buffer.from(String(length)), rest]);
}
