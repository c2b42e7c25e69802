import type Docker from 'dockerode';
import { OutputQueue } from '../output-queue.ts';
import type { Terminal, TerminalSize } from '../terminal.ts';
import { waitForEnd } from './run-container.ts';
import { removeContainer } from './sweep.ts';

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
  const closed = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve());
  });
  const remove = () => removeContainer(container);
  const kill = () => void remove().catch(() => undefined);
  signal.addEventListener('abort', kill, { once: true });
  const resize = ({ columns, rows }: TerminalSize) => {
    // The container may have exited.
    container.resize({ w: columns, h: rows }).catch(() => undefined);
  };
  await container.start();
  if (signal.aborted) kill();
  resize(size);
  const exited = waitForEnd(container)
    .catch(() => killedExitCode)
    .finally(async () => {
      signal.removeEventListener('abort', kill);
      await closed;
      output.end();
      await remove();
    });
  return {
    output,
    write: (bytes) => void stream.write(bytes),
    resize,
    exited,
  };
}

const killedExitCode = 137;
