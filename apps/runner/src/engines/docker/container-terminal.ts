import type Docker from 'dockerode';
import { OutputQueue } from '../output-queue.ts';
import type { Terminal, TerminalSize } from '../terminal.ts';
import { waitForEnd } from './run-container.ts';
import { removeContainer } from './sweep.ts';

const killedExitCode = 137;

/**
 * Starts a created container with a terminal, and removes it when its shell has ended. `signal` ends it. If this
 * program is killed, Docker closes the input of the shell, which then ends by itself.
 */
export async function startContainerTerminal(
  container: Docker.Container,
  size: TerminalSize,
  signal: AbortSignal,
): Promise<Terminal> {
  const stream = await container.attach({
    ...{ stream: true, stdin: true, stdout: true, stderr: true, hijack: true },
  });
  const output = new OutputQueue(stream);
  stream.on('data', (chunk: Buffer) => output.add(chunk));
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  // Keys may arrive after the shell has ended.
  stream.on('error', () => undefined);
  const kill = () => {
    removeContainer(container).catch(() => undefined);
    // Unread output would keep the stream open.
    if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  };
  const resize = ({ columns, rows }: TerminalSize) => {
    // The container may have exited.
    container.resize({ w: columns, h: rows }).catch(() => undefined);
  };
  try {
    await container.start();
  } catch (error) {
    kill();
    throw error;
  }
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  resize(size);
  const exited = waitForEnd(container)
    .catch(() => killedExitCode)
    .then(async (exitCode) => {
      await closed;
      signal.removeEventListener('abort', kill);
      output.end();
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
