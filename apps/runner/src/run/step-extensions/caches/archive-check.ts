import { printableFileName as printable } from '@millrace/node-kit/file-names';
import type { TarHeader } from '@millrace/node-kit/tar/tar-entry';

/** An archive with an entry that a cache must not contain. */
class InvalidArchive extends Error {
  override name = 'InvalidArchive';
}

/** Maximum number of files, folders and links of a cache, and of the characters of their names, which are in memory. */
const maxEntries = 1_000_000;
const maxNameChars = 300_000_000;
/** Without the bits that run a program as its owner. */
const permissionBits = 0o777;

/**
 * Checks the entries of an archive, in their order. Nothing in it may be written outside of its paths, not even through
 * its own links, and it has only files, folders and links.
 */
export class ArchiveCheck {
  private readonly paths: readonly string[];
  private readonly types = new Map<string, TarHeader['type']>();
  private nameChars = 0;

  constructor(paths: readonly string[]) {
    this.paths = paths;
  }

  /** Returns the header to write. Throws {@link InvalidArchive} if the entry is not allowed. */
  check(header: TarHeader): TarHeader {
    const { name, type, mode, linkname } = header;
    this.requireInside(name);
    if (this.types.has(name)) throw new InvalidArchive(`it has ${printable(name)} twice`);
    this.nameChars += name.length;
    if (this.types.size >= maxEntries || this.nameChars > maxNameChars) {
      throw new InvalidArchive(
        `it has more than ${maxEntries.toLocaleString('en')} entries, or too long names`,
      );
    }
    if (type === 'other') {
      throw new InvalidArchive(`${printable(name)} is neither a file, a folder nor a link`);
    }
    if (type === 'link' && this.types.get(linkname) !== 'file') {
      throw new InvalidArchive(`${printable(name)} is a hard link to a file outside of the cache`);
    }
    this.types.set(name, type);
    return { ...header, mode: mode & permissionBits };
  }

  private requireInside(name: string): void {
    const problem = findPathProblem(name);
    if (problem) throw new InvalidArchive(`the path ${printable(name)} ${problem}`);
    if (!this.paths.some((path) => name === path || name.startsWith(`${path}/`))) {
      throw new InvalidArchive(`${printable(name)} is not below the paths of the cache`);
    }
    for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
      const type = this.types.get(name.slice(0, at));
      if (type !== undefined && type !== 'directory') {
        const parent = printable(name.slice(0, at));
        throw new InvalidArchive(`${printable(name)} is below ${parent}, which is no folder`);
      }
    }
  }
}

/** Names may have any bytes, but a path must stay in the workspace. */
function findPathProblem(path: string): string | undefined {
  const names = path.split('/');
  if (path.startsWith('/')) return 'is absolute';
  if (path.includes('\0')) return 'has a NUL character';
  if (names.includes('')) return 'has an empty name';
  return names.some((name) => name === '.' || name === '..') ? 'leads elsewhere' : undefined;
}
