import { errorMessage } from '@millrace/node-kit/error-message';
import { OutputQueue } from '../output-queue.ts';
import { type Terminal, type TerminalSize, terminalName } from '../terminal.ts';
import { EndMark } from './end-mark.ts';
import type { StepAccount } from './step-account.ts';

interface TerminalProgram {
  file: string;
  args: string[];
  directory: string;
  environment: Record<string, string>;
  /** Account to change to; undefined if the program does so itself. */
  account: StepAccount | undefined;
  /** Kills the processes that the program has started. */
  killAll(): Promise<void>;
}

const firstSignalCode = 128;

/** Starts a program on a pseudo terminal. `signal` ends it with its processes. */
export async function startPseudoTerminal(
  { file, args, directory, environment, account, killAll }: TerminalProgram,
  { columns, rows }: TerminalSize,
  signal: AbortSignal,
): Promise<Terminal> {
  const { spawn } = await loadLibrary();
  signal.throwIfAborted();
  const mark = new EndMark();
  const pty = spawn('/bin/sh', ['-c', mark.script, file, ...args], {
    name: terminalName,
    cols: columns,
    rows,
    cwd: directory,
    env: environment,
    // Output is bytes, not text.
    encoding: null,
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  const output = new OutputQueue(pty);
  const exited = Promise.withResolvers<number>();
  let hasExited = false;
  const kill = () => {
    pty.kill('SIGKILL');
    // Processes of the program may keep the terminal open. An error is reported when the program has exited.
    killAll().catch(() => undefined);
  };
  signal.addEventListener('abort', kill, { once: true });
  const end = (exitCode: number) => {
    if (hasExited) return;
    hasExited = true;
    signal.removeEventListener('abort', kill);
    output.end();
    killAll().then(() => exited.resolve(exitCode), exited.reject);
  };
  pty.onData((data) => {
    if (hasExited) return;
    const read = mark.read(Buffer.from(data));
    output.add(read.output);
    if (read.exitCode === undefined) return;
    pty.kill('SIGKILL');
    end(read.exitCode);
  });
  // Without the mark, the shell that writes it was killed. Output that the library has not read is lost then.
  pty.onExit(({ exitCode, signal: killedBy }) => {
    if (!hasExited) output.add(mark.end());
    end(killedBy ? firstSignalCode + killedBy : exitCode);
  });
  // Input may be an incomplete character, but the library takes text.
  const decoder = new TextDecoder();
  return {
    output,
    write: (bytes) => {
      const text = decoder.decode(bytes, { stream: true });
      if (!hasExited && text !== '') pty.write(text);
    },
    // The descriptor of a closed terminal may already belong to another file.
    resize: (size) => {
      if (!hasExited) pty.resize(size.columns, size.rows);
    },
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
