import type { ChildProcess, StdioOptions } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessEntry } from './process-table.ts';

export const pollMs = 20;

export interface StartCommand {
  file: string;
  args: string[];
  /** File descriptors beyond those for input and output. */
  stdio: Extract<StdioOptions, unknown[]>;
  /** Set if the command itself changes to the account of the steps. */
  changesAccount: boolean;
}

/** The process group of a step. It ends with the step; processes in other groups live until the stage ends. */
export interface StepGroup {
  kill(): Promise<void>;
}

/** The processes that the steps of one stage start. None of them may outlive the stage. */
export interface StageProcesses {
  /** Wraps the command of a step, so that its processes can be found later. */
  startCommand(command: readonly string[], directory: string): Promise<StartCommand>;
  /** The process group of a step that was just spawned. */
  groupOf(step: ChildProcess): StepGroup;
  /** Asks the processes of the stage to end. Ends them after `graceMs`. */
  end(step: ChildProcess, graceMs: number): Promise<void>;
  killAll(): Promise<void>;
}

/** Sends TERM to all processes that `find` returns and waits at most `graceMs` until none is left. */
export async function askToEnd(
  find: () => Promise<ProcessEntry[]>,
  graceMs: number,
): Promise<void> {
  const deadlineMs = performance.now() + graceMs;
  signalAll(await find(), 'SIGTERM');
  while (performance.now() < deadlineMs && (await find()).length > 0) await delay(pollMs);
}

export function signalAll(entries: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  for (const entry of entries) sendSignal(entry.pid, signal);
}

/** Returns false if the process has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
