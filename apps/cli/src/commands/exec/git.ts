import { spawn } from 'node:child_process';
import { fileNameOf } from '@millrace/node-kit/file-names';
import { StartError } from '@millrace/node-kit/start-error';
import { execa } from 'execa';

/** Prevents git from writing to the repository of the user when it only reads. */
const env = { GIT_OPTIONAL_LOCKS: '0' };
const maxOutputBytes = 256 * 1024 * 1024;

/** Runs `git` in a folder of the user. Returns undefined if it exits with an error or is not installed. */
export async function tryGit(folder: string, ...args: string[]): Promise<string | undefined> {
  const { failed, stdout } = await execa('git', args, {
    cwd: folder,
    env,
    reject: false,
    maxBuffer: maxOutputBytes,
  });
  return failed ? undefined : stdout;
}

/** Same as {@link tryGit}, but throws the message of git. */
export async function git(folder: string, ...args: string[]): Promise<void> {
  const { failed, stderr, shortMessage } = await execa('git', args, {
    cwd: folder,
    env,
    reject: false,
  });
  if (failed) throw new StartError(`git ${args[0]} failed: ${stderr || shortMessage}`);
}

/** Yields the items of an output that NUL characters separate. They may have any bytes, see `fileNameOf`. */
export async function* gitItems(folder: string, ...args: string[]): AsyncGenerator<string> {
  const child = spawn('git', args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  ended.catch(() => undefined);
  let rest = '';
  for await (const chunk of child.stdout.setEncoding('latin1')) {
    // Each byte is one character.
    const items = `${rest}${chunk}`.split('\0');
    rest = items.pop() ?? '';
    for (const item of items) yield fileNameOf(Buffer.from(item, 'latin1'));
  }
  const exitCode = await ended;
  if (exitCode !== 0) throw new StartError(`git ${args[0]} failed with exit code ${exitCode}`);
}
