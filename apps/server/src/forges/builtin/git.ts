import { execa } from 'execa';

/** Runs `git` in a bare repository; null when it exits with an error. */
export async function git(
  repository: string,
  args: readonly string[],
  options: { env?: Record<string, string>; input?: string } = {},
): Promise<string | null> {
  const result = await execa('git', ['-C', repository, ...args], {
    reject: false,
    stripFinalNewline: false,
    env: { GIT_TERMINAL_PROMPT: '0', ...options.env },
    input: options.input ?? '',
    maxBuffer: 16 * 1024 * 1024,
  });
  return result.exitCode === 0 ? result.stdout : null;
}

/** Looks whether `git` is there; throws with its own words otherwise. */
export async function findGitVersion(): Promise<string> {
  return (await execa('git', ['--version'])).stdout;
}
