import { setTimeout as sleep } from 'node:timers/promises';
import { checkScript, unableExitCode, unableMessage } from '../ready-script.ts';
import { type ContainerStep, containerName } from './stage-pod.ts';
import type { StagePod } from './stage-pod-link.ts';

const pauseMs = 500;

/**
 * Resolves when a step that has started passes its check, if it has one. Otherwise aborts `unready` with the reason, and
 * never resolves.
 */
export async function announceReady(
  pod: StagePod,
  step: ContainerStep,
  signal: AbortSignal,
  unready: AbortController,
): Promise<void> {
  const { ready } = step.container;
  if (!ready) return;
  const timeout = AbortSignal.timeout(ready.withinSec * 1000);
  const stop = AbortSignal.any([signal, timeout]);
  const command = ['/bin/sh', '-c', checkScript(ready)];
  while (!stop.aborted) {
    const exitCode = await exitCodeOf(pod, step, command);
    if (exitCode === 0) return;
    if (exitCode === unableExitCode) unready.abort(new Error(unableMessage));
    if (unready.signal.aborted) break;
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
  const message = `The service was not ready within ${ready.withinSec} seconds`;
  if (!signal.aborted) unready.abort(new Error(message));
  await new Promise<never>(() => undefined);
}

/** A connection that breaks, or a container that does not run yet, counts as a failed check. */
async function exitCodeOf(pod: StagePod, step: ContainerStep, command: string[]): Promise<number> {
  try {
    const exec = await pod.exec(containerName(step), command);
    try {
      exec.stdout.resume();
      return await exec.exited;
    } finally {
      exec.close();
    }
  } catch {
    return 1;
  }
}
