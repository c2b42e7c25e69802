import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadyCheck } from '@millrace/pipeline';
import type Docker from 'dockerode';
import { checkScript, unableExitCode, unableMessage } from '../ready-script.ts';

const pauseMs = 250;

/**
 * Waits until a started container passes its check. The check runs inside of the container, because the runner may
 * be on another machine or in another network. Rejects if `signal` aborts first.
 */
export async function waitUntilReady(
  container: Docker.Container,
  check: ReadyCheck,
  signal: AbortSignal,
): Promise<void> {
  const script = checkScript(check);
  for (;;) {
    const exitCode = await runInside(container, script, signal);
    if (exitCode === 0) return;
    if (exitCode === unableExitCode) throw new Error(unableMessage);
    await sleep(pauseMs, undefined, { signal });
  }
}

async function runInside(
  container: Docker.Container,
  script: string,
  signal: AbortSignal,
): Promise<number> {
  const exec = await container.exec({ Cmd: ['/bin/sh', '-c', script] });
  await exec.start({ Detach: true });
  for (;;) {
    const { Running, ExitCode } = await exec.inspect();
    if (!Running) return ExitCode ?? 1;
    await sleep(pauseMs, undefined, { signal });
  }
}
