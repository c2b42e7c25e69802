import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { OutputSink, StepExit } from '../engine.ts';
import { OutputPipe } from './output-pipe.ts';
import type { StageProcesses, StartCommand } from './stage-processes.ts';
import { needsLauncher, type StepIsolation } from './step-isolation.ts';
import { systemPath } from './system-path.ts';
import { workspaceVariable } from './workspace-marker.ts';

export interface StepProcess {
  scriptPath: string;
  pipePath: string;
  directory: string;
  environment: Record<string, string>;
  workspacePath: string;
  /** Time between TERM and KILL, asked for when the step is killed. */
  killGraceMs: () => number;
  isolation: StepIsolation;
  processes: StageProcesses;
}

/** Path of the script that sets the variables of a step. */
export function launcherPathOf(scriptPath: string): string {
  return `${scriptPath}.env`;
}

/** Time in which processes that outlive the step, such as `tee`, may still write. */
const drainMs = 200;

export async function runStepProcess(
  step: StepProcess,
  output: OutputSink,
  signal: AbortSignal,
  onStarted: () => void = () => undefined,
): Promise<StepExit> {
  const start = await step.processes.startCommand(stepCommand(step), step.directory);
  const pipe = await OutputPipe.open(step.pipePath, step.isolation.account);
  const pumped = pipe.pump(output);
  const child = spawnStep(step, start, pipe);
  const group = step.processes.groupOf(child);
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
    await group.kill();
    pipe.stop();
    await pumped;
  }
}

/** Returns the command that runs the script of a step. */
export function stepCommand(
  step: Pick<StepProcess, 'scriptPath' | 'workspacePath' | 'directory' | 'isolation'>,
): string[] {
  const { scriptPath, isolation } = step;
  const launcherPath = launcherPathOf(scriptPath);
  if (isolation.view) return isolation.view.command({ ...step, launcherPath });
  return ['/bin/sh', needsLauncher(isolation) ? launcherPath : scriptPath];
}

/**
 * Spawns the step and closes the own write end, so that the step is the last writer of the pipe even if it
 * fails.
 */
function spawnStep(step: StepProcess, start: StartCommand, pipe: OutputPipe): ChildProcess {
  const { account } = step.isolation;
  try {
    return spawn(start.file, start.args, {
      cwd: step.directory,
      env: variablesOf(step),
      stdio: ['ignore', pipe.writeFd, pipe.writeFd, ...start.stdio],
      detached: true,
      ...(account && !start.changesAccount ? { uid: account.uid, gid: account.gid } : {}),
    });
  } finally {
    pipe.closeWriteEnd();
  }
}

/** Returns the variables of the programs that start a step. With a launcher, its own come from there. */
export function variablesOf({
  isolation,
  environment,
  workspacePath,
}: Pick<StepProcess, 'isolation' | 'environment' | 'workspacePath'>): Record<string, string> {
  if (!needsLauncher(isolation)) return environment;
  return { ...systemPath, [workspaceVariable]: workspacePath };
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
    killing ??= step.processes.end(child, step.killGraceMs());
  };
  if (signal.aborted) kill();
  else signal.addEventListener('abort', kill, { once: true });
  return {
    hasStarted: () => killing !== undefined,
    ended: async () => await killing,
    dispose: () => signal.removeEventListener('abort', kill),
  };
}
