import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { tarFile, writeTar } from '@millrace/node-kit/tar/write-tar';
import { orAbort } from '../../shared/or-abort.ts';
import type { StepSpec } from '../engine.ts';
import type { Terminal, TerminalSize } from '../terminal.ts';
import type { StepContext } from './run-pod-step.ts';
import { containerName, stepFolder, stepProgram } from './stage-pod.ts';
import { folderOf, type StagePod } from './stage-pod-link.ts';

/** File from which `entrypoint` reads how it starts a shell. */
const messageName = 'shell.json';
/** Variables with the credentials of the repository, which steps get only in a file. */
const fileVariables = 'DRONE_NETRC_';

export interface TerminalStart {
  context: StepContext;
  size: TerminalSize;
  signal: AbortSignal;
}

/** Opens a shell in the container of a step, which has failed or has not started yet. */
export async function openPodTerminal(
  pod: StagePod,
  step: StepSpec,
  { context, size, signal }: TerminalStart,
): Promise<Terminal> {
  const name = `shell-${randomUUID()}`;
  await orAbort(writeMessage(pod, step, { name, context }), signal);
  const command = [...stepProgram, 'shell', posix.join(stepFolder, name)];
  const exec = await pod.exec(containerName(step), command, { tty: true });
  const close = () => exec.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  exec.resize(size.columns, size.rows);
  return {
    output: exec.stdout,
    write: (bytes) => void exec.write(bytes).catch(close),
    resize: ({ columns, rows }) => exec.resize(columns, rows),
    exited: exec.exited.finally(() => signal.removeEventListener('abort', close)),
  };
}

/**
 * Writes the variables into a folder of this name, since the command of a program is visible in the cluster. `entrypoint`
 * removes it. Other steps cannot see it.
 */
async function writeMessage(
  pod: StagePod,
  step: StepSpec,
  { name, context }: { name: string; context: StepContext },
): Promise<void> {
  const env = context.env.filter((variable) => !variable.startsWith(fileVariables));
  const message = JSON.stringify({ ...context, env });
  await pod.feed(['unpack', folderOf(step)], () => {
    const archive = writeTar([
      // The container of the step may have another account than the one that unpacks.
      { header: { name, type: 'directory', mode: 0o777 } },
      tarFile({ name: `${name}/${messageName}`, mode: 0o644 }, Buffer.from(message)),
    ]);
    return Readable.from(archive, { objectMode: false });
  });
}
