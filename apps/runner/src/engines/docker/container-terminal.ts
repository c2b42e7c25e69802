import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { OutputQueue } from '../output-queue.ts';
import { shellCommand, type Terminal, type TerminalSize, terminalName } from '../terminal.ts';
import { removeContainer } from './sweep.ts';

/**
 * Settings of a container that waits for the end of its input. Docker ends it together with the connection, also if
 * this program is killed, but not for a container on a terminal. So the shell is a second process of the container.
 */
export const waitingOptions = {
  Entrypoint: ['/bin/sh', '-c'],
  Cmd: ['while read -r line; do :; done'],
  OpenStdin: true,
  StdinOnce: true,
  AttachStdin: true,
};

const killedExitCode = 137;
const maxInspections = 50;
const inspectionPauseMs = 20;

/**
 * Starts a shell on a terminal in a created container with {@link waitingOptions}, and removes the container when the
 * shell has ended. `signal` ends it.
 */
export async function startContainerTerminal(
  container: Docker.Container,
  size: TerminalSize,
  signal: AbortSignal,
): Promise<Terminal> {
  const connection = await container.attach({ stream: true, stdin: true, hijack: true });
  connection.on('error', () => undefined);
  await container.start();
  const { exec, stream } = await startShell(container);
  const output = new OutputQueue(stream);
  stream.on('data', (chunk: Buffer) => output.add(chunk));
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) stream.once(event, () => resolve());
  });
  // Keys may arrive after the shell has ended.
  stream.on('error', () => undefined);
  const kill = () => {
    removeContainer(container).catch(() => undefined);
    // Unread output would keep the stream open.
    stream.destroy();
  };
  // One after another, so that the last size stays. The shell may have ended.
  let resized: Promise<unknown> = Promise.resolve();
  const resize = ({ columns, rows }: TerminalSize) => {
    resized = resized.then(() => exec.resize({ w: columns, h: rows })).catch(() => undefined);
  };
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  resize(size);
  const exited = closed.then(async () => {
    const exitCode = signal.aborted ? killedExitCode : await findExitCode(exec);
    signal.removeEventListener('abort', kill);
    output.end();
    connection.end();
    await removeContainer(container);
    return exitCode;
  });
  return {
    output,
    write: (bytes) => void stream.write(bytes),
    resize,
    exited,
  };
}

async function startShell(container: Docker.Container) {
  const exec = await container.exec({
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: true,
    Cmd: ['/bin/sh', '-c', shellCommand],
    Env: [`TERM=${terminalName}`],
  });
  return { exec, stream: await exec.start({ hijack: true, stdin: true, Tty: true }) };
}

/** Polls for a while, because the engine may report the end of a process after that of its output. */
async function findExitCode(exec: Docker.Exec): Promise<number> {
  for (let tries = maxInspections; tries > 0; tries--) {
    const state = await exec.inspect().catch(() => undefined);
    if (!state) break;
    if (!state.Running) return state.ExitCode ?? killedExitCode;
    await sleep(inspectionPauseMs);
  }
  return killedExitCode;
}
