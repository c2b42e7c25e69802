import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../shared/errors.ts';

/** Where everything lies that the server keeps. */
export interface DataDir {
  database: string;
  repositories: string;
  runner: string;
  secretKeyFile: string;
}

/** Makes the folder, private to this account; throws {@link StartError} when it cannot be written. */
export async function openDataDir(path: string): Promise<DataDir> {
  const dirs: DataDir = {
    database: join(path, 'millrace.db'),
    repositories: join(path, 'repositories'),
    runner: join(path, 'runner'),
    secretKeyFile: join(path, 'secret.key'),
  };
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK | constants.X_OK);
    await mkdir(dirs.repositories, { recursive: true });
    await mkdir(dirs.runner, { recursive: true });
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be written (${reasonOf(error)}). Choose another one with MILLRACE_DATA.`,
    );
  }
  return dirs;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
