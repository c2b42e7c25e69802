import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs the shell of the user on the terminal of this program until it exits, or `signal` aborts. */
export async function runShell(
  directory: string,
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const { SHELL, TERM } = process.env;
  signal.throwIfAborted();
  const shell = spawn('/bin/sh', ['-c', 'umask 022; exec "$0" -i', SHELL || '/bin/sh'], {
    cwd: directory,
    env: { ...(TERM === undefined ? {} : { TERM }), ...environment },
    stdio: 'inherit',
  });
  // A shell ignores the default signal while it is interactive.
  const end = () => shell.kill('SIGHUP');
  signal.addEventListener('abort', end, { once: true });
  try {
    await once(shell, 'exit');
  } finally {
    signal.removeEventListener('abort', end);
  }
}
