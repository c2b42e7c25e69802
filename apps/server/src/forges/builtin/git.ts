import { execa } from 'execa';

const maxOutputBytes = 16 * 1024 * 1024;

interface Options {
  env?: Record<string, string>;
  input?: string;
  /** Whether the beginning of an output that is too long will do. */
  isBeginningEnough?: boolean;
}

/** Runs `git` in a bare repository; null when it exits with an error, or prints more than is taken. */
export async function git(
  repository: string,
  args: readonly string[],
  options: Options = {},
): Promise<string | null> {
  const result = await execa('git', ['-C', repository, ...args], {
    reject: false,
    stripFinalNewline: false,
    env: { GIT_TERMINAL_PROMPT: '0', ...options.env },
    input: options.input ?? '',
    maxBuffer: maxOutputBytes,
  });
  if (result.isMaxBuffer && options.isBeginningEnough) return result.stdout;
  return result.exitCode === 0 ? result.stdout : null;
}

/** Looks whether `git` is there; throws with its own words otherwise. */
export async function findGitVersion(): Promise<string> {
  return (await execa('git', ['--version'])).stdout;
}
