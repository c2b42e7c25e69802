import { errorMessage } from '@millrace/node-kit/error-message';
import { OutputQueue } from '../output-queue.ts';
import { type Terminal, type TerminalSize, terminalName } from '../terminal.ts';
import type { StepAccount } from './step-account.ts';

interface TerminalProgram {
  file: string;
  args: string[];
  directory: string;
  environment: Record<string, string>;
  /** Account to change to; undefined if the program does so itself. */
  account: StepAccount | undefined;
}

/** Time for a shell to end its jobs before it is killed. */
const hangUpMs = 1000;

/** Starts a program on a pseudo terminal. `signal` ends it. */
export async function startPseudoTerminal(
  { file, args, directory, environment, account }: TerminalProgram,
  { columns, rows }: TerminalSize,
  signal: AbortSignal,
): Promise<Terminal> {
  const { spawn } = await loadLibrary();
  signal.throwIfAborted();
  const pty = spawn(file, args, {
    ...{ name: terminalName, cols: columns, rows, cwd: directory, env: environment },
    // Output is bytes, not text.
    encoding: null,
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const output = new OutputQueue(pty);
  pty.onData((data) => output.add(Buffer.from(data)));
  const exited = Promise.withResolvers<number>();
  let killing: NodeJS.Timeout | undefined;
  const hangUp = () => {
    pty.kill('SIGHUP');
    // A pseudo terminal that nobody reads would keep the shell.
    pty.resume();
    killing = setTimeout(() => pty.kill('SIGKILL'), hangUpMs);
  };
  signal.addEventListener('abort', hangUp, { once: true });
  pty.onExit(({ exitCode, signal: killedBy }) => {
    clearTimeout(killing);
    signal.removeEventListener('abort', hangUp);
    output.end();
    exited.resolve(killedBy ? 128 + killedBy : exitCode);
  });
  return {
    output,
    // The library takes text.
    write: (bytes) => pty.write(Buffer.from(bytes).toString('utf8')),
    resize: (size) => pty.resize(size.columns, size.rows),
    exited: exited.promise,
  };
}

/** The library has programs for some systems only. */
async function loadLibrary() {
  try {
    return await import('@lydell/node-pty');
  } catch (error) {
    throw new Error(
      `Terminals of the type exec are not available on ${process.platform}-${process.arch}`,
      { cause: errorMessage(error) },
    );
  }
}
