import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import { logStoreSettings } from './object-store-settings.ts';
import { remoteRunnerRows, settingRows } from './settings.ts';

type Environment = Record<string, string | undefined>;

/** Variables whose values are secret. */
const secretNames = [...settingRows, ...remoteRunnerRows]
  .filter(({ secret }) => secret)
  .map(({ name }) => name);
/** Credentials of the server for S3. Steps see them only if the server does not use S3. */
const storeSecretNames = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
/** Names the file from which the restarted process reads the secrets. */
const fileVariable = 'MILLRACE_SECRETS_FILE';
const memoryFolder = '/dev/shm';

/**
 * Removes the secrets from this process's environment, which child processes inherit, and returns them. The
 * initial environment stays readable in `/proc` for the same system account. So the process replaces itself
 * with one without secrets, which reads them from a file and deletes it.
 */
export function hideSecrets(env: Environment): Environment {
  const file = env[fileVariable];
  if (file) {
    delete env[fileVariable];
    return readOnce(file);
  }
  const secrets: Environment = {};
  const usesS3 = env[logStoreSettings.logs.name]?.trim().startsWith('s3:');
  for (const name of usesS3 ? [...secretNames, ...storeSecretNames] : secretNames) {
    if (env[name]) secrets[name] = env[name];
    delete env[name];
  }
  if (Object.keys(secrets).length > 0 && process.platform === 'linux' && process.execve) {
    const path = writePrivately(JSON.stringify(secrets));
    const { execPath, execArgv, argv } = process;
    process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], {
      ...env,
      [fileVariable]: path,
    });
  }
  return secrets;
}

/** Writes a file that only this system account can read, in memory if possible. Returns its path. */
function writePrivately(text: string): string {
  const parent = existsSync(memoryFolder) ? memoryFolder : tmpdir();
  removeAbandoned(parent);
  const path = join(mkdtempSync(join(parent, `${folderPrefix()}${process.pid}-`)), 'secrets');
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  return path;
}

/** Returns the number of the namespace in which ids of processes are valid; empty without `/proc`. */
function readNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '';
  }
}

/** Contains the namespace, because containers may share the folder. */
const folderPrefix = () => `millrace-start-${readNamespace()}-`;

/** Removes the files of processes that were killed before they could read them. A restarted process keeps its id. */
function removeAbandoned(parent: string): void {
  if (readNamespace() === '') return;
  const prefix = folderPrefix();
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const pid = name.slice(prefix.length).split('-')[0];
    if (existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // It belongs to another system account, whose next start removes it.
    }
  }
}

function readOnce(path: string): Environment {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new StartError(
      `The secrets of the environment could not be passed to the restarted process: ${error}`,
    );
  } finally {
    rmSync(dirname(path), { recursive: true, force: true });
  }
}
