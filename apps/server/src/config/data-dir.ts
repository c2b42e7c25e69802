import { constants } from 'node:fs';
import { access, chmod, mkdir, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@millrace/node-kit/make-folder';
import { StartError } from '@millrace/node-kit/start-error';

/** Paths of all files that the server stores. */
export interface DataDir {
  database: string;
  repositories: string;
  /** Deleted repositories, until their files are removed. */
  removed: string;
  runner: string;
  /** Default folder for artifacts, if no other store is configured. */
  artifacts: string;
  secretKeyFile: string;
}

interface DataPaths {
  dataDir: string;
  /** Set if several servers share a folder for repositories. */
  repositoriesDir?: string | undefined;
  /** Settings of the database. With a URL, there is no database file. */
  database?: { url: string | undefined };
}

const databaseParts = ['', '-wal', '-shm'];
const modeBits = 0o7777;
const sticky = 0o1000;

/**
 * Creates the folder and the database, accessible to this system account only. Restricts the permissions of
 * existing ones. Throws {@link StartError} if the folder is not writable.
 *
 * @param onOpen called with paths whose permissions cannot be restricted, as on a volume of another account
 */
export async function openDataDir(
  { dataDir: path, repositoriesDir = path, database }: DataPaths,
  onOpen: (path: string) => void = () => {},
): Promise<DataDir> {
  const dirs: DataDir = {
    database: join(path, 'millrace.db'),
    repositories: join(repositoriesDir, 'repositories'),
    removed: join(repositoriesDir, 'removed'),
    runner: join(path, 'runner'),
    artifacts: join(repositoriesDir, 'artifacts'),
    secretKeyFile: join(path, 'secret.key'),
  };
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    await refuseShared(path);
    await close(path, 0o700, onOpen);
    await makeFolder(dirs.repositories);
    await makeFolder(dirs.removed);
    await makeFolder(dirs.artifacts);
    await mkdir(dirs.runner, { recursive: true });
    if (!database?.url) await closeDatabase(dirs.database, onOpen);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      repositoriesDir === path
        ? `The data folder ${path} cannot be written (${reasonOf(error)}). Choose another one with MILLRACE_DATA.`
        : `The data folder ${path}, or the folder ${repositoriesDir}, cannot be written (${reasonOf(error)}). Choose others with MILLRACE_DATA and MILLRACE_REPOSITORIES.`,
    );
  }
  return dirs;
}

/** Rejects folders such as `/tmp`, because restricting their permissions would break other programs. */
async function refuseShared(path: string): Promise<void> {
  if (((await stat(path)).mode & sticky) === 0) return;
  throw new StartError(
    `The data folder ${path} is shared with other system accounts. Choose another folder with MILLRACE_DATA.`,
  );
}

/**
 * Creates the database file with restricted permissions, because SQLite would make it readable to all. SQLite
 * creates its other files with the same mode. An existing database is not opened here: closing it would
 * release the locks that this process has on it.
 */
async function closeDatabase(path: string, onOpen: (path: string) => void): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (reasonOf(error) !== 'EEXIST') throw error;
  }
  for (const part of databaseParts) await close(`${path}${part}`, 0o600, onOpen);
}

async function close(path: string, mode: number, onOpen: (path: string) => void): Promise<void> {
  try {
    if (((await stat(path)).mode & modeBits) !== mode) await chmod(path, mode);
  } catch (error) {
    if (reasonOf(error) !== 'ENOENT') onOpen(path);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
