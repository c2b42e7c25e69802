import { once } from 'node:events';
import type Docker from 'dockerode';
import { orAbort } from '../../shared/or-abort.ts';
import { waitForEnd } from './run-container.ts';

/** Settings of a container that {@link runTerminal} starts. Images have `sh`, and some also `bash`. */
export const terminalOptions = {
  Entrypoint: ['/bin/sh', '-c'],
  Cmd: ['if command -v bash > /dev/null 2>&1; then exec bash; else exec sh; fi'],
  Tty: true,
  OpenStdin: true,
  StdinOnce: true,
  AttachStdin: true,
};

/** Starts a created container on the terminal of this program, and waits until it exits. */
export async function runTerminal(container: Docker.Container, signal: AbortSignal): Promise<void> {
  const { stdin, stdout } = process;
  const stream = await container.attach({
    stream: true,
    stdin: true,
    stdout: true,
    stderr: true,
    hijack: true,
  });
  const closed = once(stream, 'close').catch(() => undefined);
  const resize = () => {
    const size = { w: stdout.columns, h: stdout.rows };
    // The container may have exited.
    container.resize(size).catch(() => undefined);
  };
  try {
    await container.start();
    resize();
    stdout.on('resize', resize);
    // Keys such as Ctrl-C are then for the container.
    stdin.setRawMode(true);
    stdin.pipe(stream);
    stream.pipe(stdout, { end: false });
    await orAbort(waitForEnd(container), signal);
    await orAbort(closed, signal);
  } finally {
    stdout.off('resize', resize);
    stdin.unpipe(stream);
    stdin.setRawMode(false);
    stdin.pause();
    stream.unpipe(stdout);
    stream.end();
  }
}
