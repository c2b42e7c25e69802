import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { readTar, type TarEntry } from '@millrace/node-kit/tar/read-tar';
import type { FoundFile } from './engine.ts';
import { isExecutableMode } from './file-mode.ts';
import type { FileSearch } from './file-search.ts';
import { readOpened } from './read-opened.ts';

/** The sources in a container, as tar archives. Paths are relative to the sources. */
export interface ContainerArchives {
  /** A path is a link if any part of it is one. */
  kindOf(path: string): Promise<'real' | 'link' | 'missing'>;
  /** Archives a file or folder; names start with the last name of the path. */
  read(path: string): Promise<AsyncIterable<Uint8Array>>;
  /** Unpacks an archive. */
  write(archive: Readable): Promise<void>;
}

const linkProblem = 'it is a link';

/** @param spoolDir folder for a copy of the current file, because an archive can be read only once */
export async function* findFilesInArchives(
  archives: ContainerArchives,
  spoolDir: string,
  search: FileSearch,
): AsyncGenerator<FoundFile> {
  const spool = await mkdtemp(join(spoolDir, '.millrace-files-'));
  try {
    const roots = [...search.roots];
    for (const root of roots) {
      const kind = await archives.kindOf(root);
      if (kind === 'link' && (await search.matches(root)))
        yield { path: root, problem: linkProblem };
      if (kind !== 'real') continue;
      for await (const entry of readTar(await archives.read(root))) {
        search.count();
        const path = pathOf(entry, root);
        if (entry.header.type === 'directory' || !(await search.matches(path))) continue;
        // The content of a hard link is in the archive under the first name of the file.
        if (entry.header.type === 'link' && path.isWellFormed()) roots.push(path);
        else yield* spoolEntry(entry, path, join(spool, 'file'));
      }
    }
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

/** Entry names start with the name of the archived folder. */
function pathOf({ header }: TarEntry, root: string): string {
  const [, ...names] = header.name.split('/').filter((name) => name !== '');
  return posix.join(root, ...names);
}

async function* spoolEntry(
  { header, content }: TarEntry,
  path: string,
  spoolPath: string,
): AsyncGenerator<FoundFile> {
  if (header.type === 'symlink') yield { path, linkTarget: header.linkname };
  else if (header.type !== 'file') yield { path, problem: 'it is not a regular file' };
  else {
    await using handle: FileHandle = await open(spoolPath, 'w+', 0o600);
    await handle.writeFile(content);
    const { size } = await handle.stat();
    const isExecutable = isExecutableMode(header.mode);
    yield { path, file: { size, isExecutable, read: () => readOpened(handle, size) } };
  }
}
