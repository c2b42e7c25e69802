import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { errorMessage } from '@millrace/node-kit/error-message';
import { type FoundFile, IncompleteUnpack, type WorkspaceFiles } from './engine.ts';
import type { FileSearch } from './file-search.ts';
import { type ContainerArchives, findFilesInArchives } from './find-files-in-archives.ts';

/** Files of a workspace that is only reached through archives. */
export class ArchivedFiles implements WorkspaceFiles {
  readonly spoolDir: string;
  private readonly archives: ContainerArchives;

  readonly folders: ReadonlyMap<string, WorkspaceFiles>;

  /**
   * @param spoolDir folder of the runner for temporary files
   * @param folders files of the cache folders
   */
  constructor(
    archives: ContainerArchives,
    spoolDir: string,
    folders: ReadonlyMap<string, WorkspaceFiles> = new Map(),
  ) {
    this.folders = folders;
    this.spoolDir = spoolDir;
    this.archives = archives;
  }

  find(search: FileSearch): AsyncIterable<FoundFile> {
    return findFilesInArchives(this.archives, this.spoolDir, search);
  }

  async has(path: string): Promise<boolean> {
    return (await this.archives.kindOf(path)) !== 'missing';
  }

  async pack(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    await this.requireRealParents(path);
    const kind = await this.archives.kindOf(path);
    if (kind === 'missing') return undefined;
    if (kind === 'link') throw new Error(`${path} is a link`);
    return this.archives.read(path);
  }

  async unpack(read: () => Readable, paths: readonly string[]): Promise<void> {
    // A part of an archive cannot be undone, so that an invalid one must be found before.
    for await (const _ of read());
    for (const path of paths) await this.requireRealParents(path);
    await this.write(read());
  }

  async unpackOver(read: () => Readable, paths: readonly string[]): Promise<void> {
    const missing = new Set<string>();
    for (const folder of foldersOf(paths)) {
      if (missing.has(posix.dirname(folder))) missing.add(folder);
      else {
        const kind = await this.archives.kindOf(folder);
        if (kind === 'link') throw new Error(`${folder} is a link`);
        if (kind === 'missing') missing.add(folder);
      }
    }
    await this.write(read());
  }

  private async write(archive: Readable): Promise<void> {
    try {
      await this.archives.write(archive);
    } catch (cause) {
      throw new IncompleteUnpack(errorMessage(cause));
    }
  }

  private async requireRealParents(path: string): Promise<void> {
    for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) {
      if ((await this.archives.kindOf(at)) === 'link') throw new Error(`${at} is a link`);
    }
  }
}

/** Returns the folders that contain these paths, each after its parent. */
function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      folders.add(path.slice(0, at));
    }
  }
  return folders;
}
