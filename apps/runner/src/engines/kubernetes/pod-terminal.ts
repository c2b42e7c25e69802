import type { StepSpec } from '../engine.ts';
import type { Terminal, TerminalSize } from '../terminal.ts';
import { containerName, stepFolder, stepProgram } from './stage-pod.ts';
import type { StagePod } from './stage-pod-link.ts';

/** Opens a shell in the container of a failed step, which stays as the step left it. */
export async function openPodTerminal(
  pod: StagePod,
  step: StepSpec,
  size: TerminalSize,
  signal: AbortSignal,
): Promise<Terminal> {
  const exec = await pod.exec(containerName(step), [...stepProgram, 'shell', stepFolder], {
    tty: true,
  });
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
