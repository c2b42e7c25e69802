import { posix } from 'node:path';
import { Readable } from 'node:stream';
import tar from 'tar-fs';

/** Packs a directory into an archive whose files belong to root, like files created in a container. */
export function packSources(directory: string, prefix: string): Readable {
  const archive = tar.pack(directory, {
    map: (header) => ({
      ...header,
      name: posix.join(prefix, header.name),
      uid: 0,
      gid: 0,
      uname: 'root',
      gname: 'root',
    }),
  });
  return Readable.from(archive);
}
