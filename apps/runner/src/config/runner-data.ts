import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunnerId } from '@millrace/contract/runner';
import { errorMessage } from '@millrace/node-kit/error-message';
import { type FolderLock, tryLockFolder } from '@millrace/node-kit/folder-lock';
import { makeFolder } from '@millrace/node-kit/make-folder';
import { StartError } from '@millrace/node-kit/start-error';

export interface RunnerData {
  /** Folder of the workspaces. */
  workDir: string;
  /** Identifies this start of the runner in this folder, or all starts if it keeps its stages. */
  runner: RunnerId;
  release(): void;
}

/**
 * Creates the folder with private permissions and locks it against other runners. A runner that keeps its stages over a
 * restart stays the same for the server.
 */
export async function openRunnerData(
  path: string,
  { keepsStages = false }: { keepsStages?: boolean } = {},
): Promise<RunnerData> {
  const workDir = join(path, 'work');
  try {
    await makeFolder(path);
    await mkdir(workDir, { recursive: true });
  } catch (error) {
    throw new StartError(
      `The folder ${path} cannot be written (${errorMessage(error)}). Choose another one with MILLRACE_RUNNER_DATA.`,
    );
  }
  const lock = lockFolder(path);
  try {
    const folder = await readId(join(path, 'folder.id'));
    const start = keepsStages ? await readId(join(path, 'start.id')) : randomUUID();
    return {
      workDir,
      runner: `${folder}.${start}`,
      release: () => lock.release(),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function lockFolder(path: string): FolderLock {
  const lock = tryLockFolder(path, 'runner.lock');
  if (lock) return lock;
  throw new StartError(
    `Another Millrace runner uses the folder ${path}. Stop it, or choose another folder with MILLRACE_RUNNER_DATA.`,
  );
}

async function readId(path: string): Promise<string> {
  const id = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f-]{36}$/.test(id)) return id;
  const generated = randomUUID();
  await writeFile(path, `${generated}\n`);
  return generated;
}
