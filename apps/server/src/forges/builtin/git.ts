import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gitEnvironment } from './git-environment.ts';

const maxOutputBytes = 16 * 1024 * 1024;

interface Options {
  env?: Record<string, string>;
  input?: string;
  /** Whether to return the beginning of an output that is too long. */
  isBeginningEnough?: boolean;
}

/**
 * Runs `git` in a bare repository. Returns null if it exits with an error, prints too much or cannot run with
 * these arguments. Uses `child_process` directly, because each build and each push runs git several times.
 */
export function git(
  repository: string,
  args: readonly string[],
  options: Options = {},
): Promise<string | null> {
  const settings = {
    env: { ...process.env, ...gitEnvironment, ...options.env },
    maxBuffer: maxOutputBytes,
  };
  return new Promise((resolve) => {
    try {
      const child = execFile('git', ['-C', repository, ...args], settings, (error, stdout) => {
        const isTooLong = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
        resolve(!error || (isTooLong && options.isBeginningEnough) ? stdout : null);
      });
      // git may exit before it has read the whole input.
      child.stdin?.on('error', () => {});
      child.stdin?.end(options.input ?? '');
    } catch {
      // Arguments with a NUL character, or of some hundred kilobytes, are not allowed.
      resolve(null);
    }
  });
}

/** Returns the version of `git`. Throws its own error message if it is not installed. */
export async function findGitVersion(): Promise<string> {
  return (await promisify(execFile)('git', ['--version'])).stdout;
}
