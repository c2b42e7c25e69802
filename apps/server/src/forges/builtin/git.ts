import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gitEnvironment } from './git-environment.ts';

const maxOutputBytes = 16 * 1024 * 1024;

interface Options {
  env?: Record<string, string>;
  input?: string;
  /** Whether the beginning of an output that is too long will do. */
  isBeginningEnough?: boolean;
}

/**
 * Runs `git` in a bare repository; null when it exits with an error, prints more than is taken, or cannot be
 * asked so. Each build and each push runs some: nothing stands between it and Node's own way to start a program.
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
        const isTooMuch = error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
        resolve(!error || (isTooMuch && options.isBeginningEnough) ? stdout : null);
      });
      // It may end before it has read all of it.
      child.stdin?.on('error', () => {});
      child.stdin?.end(options.input ?? '');
    } catch {
      // No program can be given an argument with a zero in it, or one of some hundred kilobytes.
      resolve(null);
    }
  });
}

/** Looks whether `git` is there; throws with its own words otherwise. */
export async function findGitVersion(): Promise<string> {
  return (await promisify(execFile)('git', ['--version'])).stdout;
}
