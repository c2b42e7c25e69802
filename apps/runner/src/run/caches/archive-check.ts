import { findFilePathProblem } from '@millrace/contract/step-files';
import type tar from 'tar-stream';

/** An archive with an entry that a cache must not contain. */
class InvalidArchive extends Error {
  override name = 'InvalidArchive';
}

/** Header of an entry that is written. */
export type EntryHeader = Pick<tar.Header, 'name'> & Partial<tar.Header>;

/** Maximum number of files, folders and links of a cache, whose names are in memory. */
const maxEntries = 1_000_000;
/** Without the bits that run a program as its owner. */
const permissionBits = 0o777;

/**
 * Checks the entries of an archive, in their order. Nothing in it may be written outside of its paths, not even through
 * its own links, and it has only files, folders and links.
 */
export class ArchiveCheck {
  private readonly paths: readonly string[];
  private readonly types = new Map<string, tar.Header['type']>();

  constructor(paths: readonly string[]) {
    this.paths = paths;
  }

  /** Returns the header to write. Throws {@link InvalidArchive} if the entry is not allowed. */
  check({ name, type, size, mode, mtime, uid, gid, linkname }: tar.Header): EntryHeader {
    this.requireInside(name);
    if (this.types.has(name)) throw new InvalidArchive(`it has ${name} twice`);
    if (this.types.size >= maxEntries) {
      throw new InvalidArchive(`it has more than ${maxEntries.toLocaleString('en')} entries`);
    }
    this.types.set(name, type);
    const same = { name, type, mode: mode & permissionBits, mtime, uid, gid };
    switch (type) {
      case 'file':
        return { ...same, size };
      case 'directory':
        return same;
      case 'symlink':
        return { ...same, linkname };
      case 'link':
        if (this.types.get(linkname) === 'file') return { ...same, linkname };
        throw new InvalidArchive(`${name} is a hard link to a file outside of the cache`);
      default:
        throw new InvalidArchive(`${name} is neither a file, a folder nor a link`);
    }
  }

  private requireInside(name: string): void {
    const problem = findFilePathProblem(name);
    if (problem) throw new InvalidArchive(`the path ${JSON.stringify(name)} ${problem}`);
    if (!this.paths.some((path) => name === path || name.startsWith(`${path}/`))) {
      throw new InvalidArchive(`${name} is not below the paths of the cache`);
    }
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
      const type = this.types.get(name.slice(0, at));
      if (type !== undefined && type !== 'directory') {
        throw new InvalidArchive(`${name} is below ${name.slice(0, at)}, which is no folder`);
      }
    }
  }
}
