import { constants } from 'node:fs';
import { copyFile, cp, lstat, mkdir, readlink, symlink, utimes } from 'node:fs/promises';
import { posix } from 'node:path';
import { gitItems } from './git.ts';

const parallelCopies = 16;

/** Copies all files of a folder, with their modes and times. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
  });
}

/**
 * Copies the files of a working tree that git does not ignore: tracked files as they are now, and untracked
 * files. Submodules are empty, as after the clone of a build.
 */
export async function copyTree(root: string, to: string): Promise<void> {
  const listed = ['-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const paths = gitItems(root, 'ls-files', ...listed);
  const copy = new TreeCopy(root, to);
  const worker = async () => {
    for await (const path of paths) await copy.add(path);
  };
  await mkdir(to, { recursive: true });
  await Promise.all(Array.from({ length: parallelCopies }, worker));
}

/** Paths have a character for each byte, because names may be no Unicode. */
class TreeCopy {
  private readonly from: string;
  private readonly to: string;
  private readonly folders = new Set<string>(['.']);

  constructor(from: string, to: string) {
    this.from = Buffer.from(from).toString('latin1');
    this.to = Buffer.from(to).toString('latin1');
  }

  async add(path: string): Promise<void> {
    const source = bytesOf(`${this.from}/${path}`);
    const target = bytesOf(`${this.to}/${path}`);
    const found = await lstat(source).catch(() => undefined);
    // A tracked file that is deleted, or a repository inside of this one.
    if (!found || path.endsWith('/')) return;
    await this.makeFolder(found.isDirectory() ? path : posix.dirname(path));
    if (found.isSymbolicLink()) await symlink(await readlink(source, 'buffer'), target);
    if (!found.isFile()) return;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await utimes(target, found.atime, found.mtime);
  }

  private async makeFolder(path: string): Promise<void> {
    if (this.folders.has(path)) return;
    await mkdir(bytesOf(`${this.to}/${path}`), { recursive: true });
    this.folders.add(path);
  }
}

function bytesOf(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}
