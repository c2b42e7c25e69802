import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { OutputSink, StepExit } from '../engine.ts';
import { endProcesses, signalGroup } from './kill-processes.ts';
import { OutputPipe } from './output-pipe.ts';
import type { StepPlace } from './step-place.ts';
import { workspaceVariable } from './workspace-marker.ts';

export interface StepProcess {
  scriptPath: string;
  pipePath: string;
  directory: string;
  environment: Record<string, string>;
  workspacePath: string;
  killGraceMs: number;
  place: StepPlace;
}

/** In a view of its own a step gets its variables from a script. */
export function launcherPathOf(scriptPath: string): string {
  return `${scriptPath}.env`;
}

/** How long children that outlive the step may still write, `tee` for one. */
const drainMs = 200;

export async function runStepProcess(
  step: StepProcess,
  output: OutputSink,
  signal: AbortSignal,
  onStarted: () => void = () => undefined,
): Promise<StepExit> {
  const pipe = await OutputPipe.open(step.pipePath, step.place.account);
  const pumped = pipe.pump(output);
  const child = spawnStep(step, pipe);
  child.once('spawn', onStarted);
  const killing = killOnAbort(child, step, signal);
  try {
    const exitCode = await exitCodeOf(child);
    const wasKilled = killing.hasStarted();
    if (wasKilled) await killing.ended();
    else await Promise.race([pumped, delay(drainMs)]);
    return { exitCode, wasKilled };
  } finally {
    killing.dispose();
    signalGroup(child.pid, 'SIGKILL');
    pipe.stop();
    await pumped;
  }
}

/** However it ends, the pipe's last writer is then the step. */
function spawnStep(step: StepProcess, pipe: OutputPipe): ChildProcess {
  const { account, view } = step.place;
  const [file, ...args] = view?.command({
    ...step,
    launcherPath: launcherPathOf(step.scriptPath),
  }) ?? ['/bin/sh', step.scriptPath];
  try {
    return spawn(file, args, {
      cwd: step.directory,
      env: view
        ? { ...view.environment, [workspaceVariable]: step.workspacePath }
        : step.environment,
      stdio: ['ignore', pipe.writeFd, pipe.writeFd],
      detached: true,
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
  } finally {
    pipe.closeWriteEnd();
  }
}

function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

function killOnAbort(child: ChildProcess, step: StepProcess, signal: AbortSignal) {
  let killing: Promise<void> | undefined;
  const kill = (): void => {
    killing ??= endProcesses(child.pid, step.workspacePath, step.killGraceMs);
  };
  if (signal.aborted) kill();
  else signal.addEventListener('abort', kill, { once: true });
  return {
    hasStarted: () => killing !== undefined,
    ended: async () => await killing,
    dispose: () => signal.removeEventListener('abort', kill),
  };
}
