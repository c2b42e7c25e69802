import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { chown, lstat, mkdir, mkdtemp, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorMessage } from '@millrace/node-kit/error-message';
import { fileNameBytes } from '@millrace/node-kit/file-names';
import {
  type FileList,
  type FileState,
  type FoundFile,
  IncompleteUnpack,
  type WorkspaceFiles,
} from '../engine.ts';
import type { FileSearch } from '../file-search.ts';
import { FileChanged, readOpened } from '../read-opened.ts';
import { findFilesBelow, openRegularFile } from './find-files-below.ts';
import { ignoreMissing } from './ignore-missing.ts';
import { listFiles } from './list-files.ts';
import { openReal, pathOfFolder } from './open-real.ts';
import { removeTree } from './remove-tree.ts';
import type { StepAccount } from './step-account.ts';
import { systemPath } from './system-path.ts';

interface Workspace {
  /** Real path of the workspace's sources. */
  sourceDir: string;
  spoolDir: string;
  account: StepAccount | undefined;
}

const maxMessageChars = 300;

/** Files of a workspace on this host. The program `tar` reads and writes them as the account of the steps. */
export class ProcessFiles implements WorkspaceFiles {
  readonly spoolDir: string;
  private readonly workspace: Workspace;

  constructor(workspace: Workspace) {
    this.spoolDir = workspace.spoolDir;
    this.workspace = workspace;
  }

  find(search: FileSearch): AsyncIterable<FoundFile> {
    return findFilesBelow(this.workspace.sourceDir, search);
  }

  list(signal: AbortSignal): Promise<FileList> {
    return listFiles(this.workspace.sourceDir, signal);
  }

  async *open(path: string, { size, mtimeMs }: FileState): AsyncGenerator<Uint8Array> {
    await using handle = await openRegularFile(this.workspace.sourceDir, path);
    const stats = await handle.stat();
    if (stats.size !== size || stats.mtimeMs !== mtimeMs) throw new FileChanged();
    yield* readOpened(handle, size);
  }

  async has(path: string): Promise<boolean> {
    return (await statLink(join(this.workspace.sourceDir, path))) !== undefined;
  }

  async pack(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined> {
    const parent = await this.openParent(path).catch(ignoreMissing);
    if (!parent) return undefined;
    await using _closed = parent.handle;
    const stats = await statLink(join(parent.folder, basename(path)));
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) throw new Error(`${path} is a link`);
    // A step may replace the parent folder at any time, so `tar` starts in the folder that was checked.
    const tar = this.start(['-cf', '-', '--', `./${basename(path)}`], parent.folder, signal);
    tar.child.stdin.end();
    return tar.output();
  }

  async unpack(read: () => Readable, paths: readonly string[], signal: AbortSignal): Promise<void> {
    const placed: string[] = [];
    try {
      await this.inUnpacked(read, signal, async (folder) => {
        for (const path of paths) {
          if ((await statLink(join(folder, path))) === undefined) continue;
          await this.move(join(folder, path), path);
          placed.push(path);
        }
      });
    } catch (error) {
      for (const path of placed) await removeTree(join(this.workspace.sourceDir, path));
      throw error;
    }
  }

  async unpackOver(
    read: () => Readable,
    _paths: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    await this.inUnpacked(read, signal, async (folder) => {
      try {
        await this.mergeFolder(folder, '');
      } catch (cause) {
        throw new IncompleteUnpack(errorMessage(cause));
      }
    });
  }

  /** Calls a function with a folder that has the files of an archive, and removes it afterwards. */
  private async inUnpacked(
    read: () => Readable,
    signal: AbortSignal,
    use: (folder: string) => Promise<void>,
  ): Promise<void> {
    const { account } = this.workspace;
    // Steps cannot reach this folder, so that nothing in the archive is written through a link of theirs.
    const folder = await mkdtemp(join(this.spoolDir, 'unpacked-'));
    try {
      if (account) await chown(folder, account.uid, account.gid);
      const tar = this.start(['-xpof', '-'], folder, signal);
      await tar.write(read());
      await use(folder);
    } finally {
      await removeTree(folder);
    }
  }

  /** Moves the content of a folder to one of the workspace, over the files that exist there. */
  private async mergeFolder(from: string, path: string): Promise<void> {
    for (const name of await readdir(from)) {
      const [source, target] = [join(from, name), posix.join(path, name)];
      const isFolder = (await lstat(source)).isDirectory();
      const known = await this.kindOf(target);
      const isKept = known === 'folder' || (isFolder && known !== undefined);
      if (!isKept) await this.replace(source, target);
      else if (known === 'folder' && isFolder) await this.mergeFolder(source, target);
      else throw new Error(`${target} is a ${known}`);
    }
  }

  private async kindOf(path: string): Promise<'file' | 'folder' | 'link' | undefined> {
    const { handle, folder } = await this.openParent(path);
    await using _closed = handle;
    const stats = await statLink(join(folder, basename(path)));
    if (stats?.isSymbolicLink()) return 'link';
    return stats && (stats.isDirectory() ? 'folder' : 'file');
  }

  private async replace(from: string, path: string): Promise<void> {
    const { handle, folder } = await this.openParent(path);
    await using _closed = handle;
    await rename(from, join(folder, basename(path)));
  }

  /** Moves a file or folder to a path of the workspace that does not exist. */
  private async move(from: string, path: string): Promise<void> {
    const names = dirname(path) === '.' ? [] : dirname(path).split('/');
    for (const at of names.keys()) await this.makeFolder(names.slice(0, at + 1).join('/'));
    const { handle, folder } = await this.openParent(path);
    await using _closed = handle;
    const target = join(folder, basename(path));
    if (await statLink(target)) throw new Error(`${path} exists already`);
    await rename(from, target);
  }

  private async makeFolder(path: string): Promise<void> {
    const { handle, folder } = await this.openParent(path);
    await using _closed = handle;
    const target = join(folder, basename(path));
    if (await statLink(target)) return;
    await mkdir(target);
    // Through a handle, because a step may replace the folder by a link.
    const real = join(this.workspace.sourceDir, path);
    await using made = await openReal(real, constants.O_DIRECTORY);
    await made.chmod(0o755);
    const { account } = this.workspace;
    if (account) await chown(target, account.uid, account.gid);
  }

  /** Opens the parent folder of a path, whose parts must not be links. */
  private async openParent(path: string) {
    const parent = join(this.workspace.sourceDir, dirname(path));
    const handle = await openReal(parent, constants.O_DIRECTORY).catch((error) => {
      if (error.code === 'ENOENT') throw error;
      throw new Error(`${dirname(path)} is no folder`);
    });
    return { handle, folder: pathOfFolder(handle, parent) };
  }

  private start(args: string[], folder: string, signal: AbortSignal) {
    const { account } = this.workspace;
    const child = spawn('tar', args, {
      cwd: folder,
      env: systemPath,
      stdio: 'pipe',
      signal,
      killSignal: 'SIGKILL',
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    const ended = waitForSuccess(child);
    // It is awaited after the input was written, or the output read.
    ended.catch(() => undefined);
    // Node discards the output that nobody reads yet when a program ends.
    const written = child.stdout.pipe(new PassThrough());
    const output = async function* (): AsyncGenerator<Uint8Array> {
      yield* written;
      await ended;
    };
    const write = async (input: Readable): Promise<void> => {
      try {
        await pipeline(input, child.stdin);
      } catch (error) {
        await ended.catch(() => undefined);
        // If the program has closed its input, its message is the reason.
        if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
      }
      await ended;
    };
    return { child, output, write };
  }
}

/** Rejects with the last message of the program unless it succeeds. */
async function waitForSuccess(child: ChildProcess): Promise<void> {
  let message = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    message = (message + chunk.toString()).slice(-maxMessageChars);
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(message.trim() || `tar ended with ${code}`);
}

async function statLink(path: string) {
  return lstat(fileNameBytes(path)).catch(ignoreMissing);
}
