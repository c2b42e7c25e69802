import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { type FoundFile, IncompleteUnpack, type WorkspaceFiles } from '../engine.ts';
import type { FileSearch } from '../file-search.ts';
import { dockerMessage } from './docker-message.ts';
import { type ContainerPlace, findFilesInContainer } from './find-files-in-container.ts';
import { isReal, readStats } from './path-stats.ts';

/** Files of a workspace in a container, which may have finished or never been started. */
export class ContainerFiles implements WorkspaceFiles {
  readonly spoolDir: string;
  private readonly container: Docker.Container;
  private readonly place: ContainerPlace;

  constructor(container: Docker.Container, place: ContainerPlace) {
    this.spoolDir = place.spoolDir;
    this.container = container;
    this.place = place;
  }

  find(search: FileSearch): AsyncIterable<FoundFile> {
    return findFilesInContainer(this.container, this.place, search);
  }

  async has(path: string): Promise<boolean> {
    return (await readStats(this.container, this.pathOf(path))) !== undefined;
  }

  async pack(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    await this.requireRealParents(path);
    if (!(await this.has(path))) return undefined;
    if (!(await isReal(this.container, this.place.sourceDir, path))) {
      throw new Error(`${path} is a link`);
    }
    const archive = await this.container.getArchive({ path: this.pathOf(path) });
    return bytesOf(archive);
  }

  async unpack(read: () => Readable, paths: readonly string[]): Promise<void> {
    // Docker cannot undo a part of an archive, so that an invalid one must be found before.
    for await (const _ of read());
    for (const path of paths) await this.requireRealParents(path);
    try {
      await this.container.putArchive(read(), { path: this.place.sourceDir });
    } catch (cause) {
      throw new IncompleteUnpack(dockerMessage(cause));
    }
  }

  private async requireRealParents(path: string): Promise<void> {
    for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) {
      const stats = await readStats(this.container, this.pathOf(at));
      if (stats && stats.linkTarget !== '') throw new Error(`${at} is a link`);
    }
  }

  private pathOf(path: string): string {
    return posix.join(this.place.sourceDir, path);
  }
}

async function* bytesOf(archive: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  for await (const chunk of archive) yield Buffer.from(chunk);
}
