import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readlink, symlink, utimes } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileNameBytes, printableFileName } from '@millrace/node-kit/file-names';
import { StartError } from '@millrace/node-kit/start-error';
import { walkFolder } from '@millrace/node-kit/walk-folder';
import { gitItems } from './git.ts';

const parallelCopies = 16;

/** Copies all files and links of a folder, with the modes of a clone. Returns the paths of pipes, sockets and devices. */
export async function copyFolder(from: string, to: string): Promise<string[]> {
  return copyAll(from, to, pathsIn(from));
}

/**
 * Copies the files of a working tree that git does not ignore: tracked files as they are now, and untracked
 * files. Submodules are empty, as after the clone of a build. Returns the paths of other things than files and links.
 */
export async function copyTree(root: string, to: string): Promise<string[]> {
  const listed = ['-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  return copyAll(root, to, gitItems(root, 'ls-files', ...listed));
}

async function* pathsIn(folder: string): AsyncGenerator<string> {
  for await (const { path } of walkFolder(folder)) yield path;
}

async function copyAll(from: string, to: string, paths: AsyncGenerator<string>): Promise<string[]> {
  const copy = new TreeCopy(from, to);
  const worker = async () => {
    for await (const path of paths) await copy.add(path);
  };
  await mkdir(to, { recursive: true });
  await Promise.all(Array.from({ length: parallelCopies }, worker));
  return copy.omitted;
}

class TreeCopy {
  readonly omitted: string[] = [];
  private readonly from: string;
  private readonly to: string;
  private readonly folders = new Set<string>(['.']);

  constructor(from: string, to: string) {
    this.from = from;
    this.to = to;
  }

  /** @throws StartError if the file cannot be copied */
  async add(path: string): Promise<void> {
    // A repository inside of this one.
    if (path.endsWith('/')) return;
    try {
      await this.copy(path);
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : error;
      throw new StartError(`${printableFileName(path)} cannot be copied (${reason})`);
    }
  }

  private async copy(path: string): Promise<void> {
    const source = fileNameBytes(join(this.from, path));
    const target = fileNameBytes(join(this.to, path));
    // A tracked file may be deleted, also with its folder.
    const found = await lstat(source).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    });
    if (!found) return;
    await this.makeFolder(found.isDirectory() ? path : posix.dirname(path));
    if (found.isSymbolicLink()) await symlink(await readlink(source, 'buffer'), target);
    else if (found.isFile()) {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await chmod(target, gitMode(found.mode));
      await utimes(target, found.atime, found.mtime);
    } else if (!found.isDirectory()) this.omitted.push(path);
  }

  private async makeFolder(path: string): Promise<void> {
    if (this.folders.has(path)) return;
    const parent = posix.dirname(path);
    await this.makeFolder(parent);
    const folder = fileNameBytes(join(this.to, path));
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    this.folders.add(path);
  }
}

/** Returns the mode of a file after a clone. The working tree may have been created with another mask. */
function gitMode(mode: number): number {
  return mode & constants.S_IXUSR ? 0o755 : 0o644;
}
