import type { ChildProcess, StdioOptions } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessEntry } from './process-table.ts';

export const pollMs = 20;

export interface StartCommand {
  file: string;
  args: string[];
  /** File descriptors in addition to those for input and output. */
  stdio: Extract<StdioOptions, unknown[]>;
  /** Set if the command itself changes to the account of the steps. */
  changesAccount: boolean;
}

export type TerminalCommand = Pick<StartCommand, 'file' | 'args' | 'changesAccount'>;

/**
 * Process group of a step. It is killed with the step; processes in other groups live until the stage
 * finishes.
 */
export interface StepGroup {
  kill(): Promise<void>;
}

/** Processes started by the steps of one stage. None of them may outlive the stage. */
export interface StageProcesses {
  /** Wraps the command of a step, so that its processes can be found later. */
  startCommand(command: readonly string[], directory: string): Promise<StartCommand>;
  /** Wraps the command of a shell on a terminal in the same way. */
  terminalCommand(command: readonly string[], directory: string): Promise<TerminalCommand>;
  /** Returns the process group of a step that was just spawned. */
  groupOf(step: ChildProcess): StepGroup;
  /** Sends TERM to the processes of the stage, and KILL after `graceMs`. */
  end(step: ChildProcess, graceMs: number): Promise<void>;
  killAll(): Promise<void>;
}

/** Sends TERM to all processes that `find` returns and waits at most `graceMs` until none is left. */
export async function terminate(
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

/** Returns false if the process has exited. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
