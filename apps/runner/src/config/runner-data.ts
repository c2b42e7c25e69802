import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RunnerId } from '@millrace/contract/runner';
import { errorMessage } from '../shared/error-message.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { StartError } from '../shared/start-error.ts';

export interface RunnerData {
  /** Folder of the workspaces. */
  workDir: string;
  /** Identifies this start of the runner with this folder. */
  runner: RunnerId;
  release(): void;
}

/** Creates the folder with private permissions and locks it against other runners. */
export async function openRunnerData(path: string): Promise<RunnerData> {
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
    return {
      workDir,
      runner: `${await readFolderId(join(path, 'folder.id'))}.${randomUUID()}`,
      release: () => lock.close(),
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** The operating system holds the lock on an open file, so the lock ends with the process. */
function lockFolder(path: string): DatabaseSync {
  const lock = new DatabaseSync(join(path, 'runner.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch {
    lock.close();
    throw new StartError(
      `Another Millrace runner uses the folder ${path}. Stop it, or choose another folder with MILLRACE_RUNNER_DATA.`,
    );
  }
}

async function readFolderId(path: string): Promise<string> {
  const id = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f-]{36}$/.test(id)) return id;
  const generated = randomUUID();
  await writeFile(path, `${generated}\n`);
  return generated;
}
