import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { hasMark, listMatching, listProcesses, type ProcessEntry } from './process-table.ts';
import { markOf, setMarkScript } from './stage-mark.ts';
import {
  pollMs,
  type StageProcesses,
  type StartCommand,
  type StepGroup,
  sendSignal,
  signalAll,
  type TerminalCommand,
  terminate,
} from './stage-processes.ts';

const killAttempts = 50;

/**
 * Finds the processes of a stage by properties that processes inherit: a resource limit, a variable, and the
 * process group of their step.
 */
export class MarkedProcesses implements StageProcesses {
  private readonly workspacePath: string;

  constructor(workspacePath: string) {
    this.workspacePath = workspacePath;
  }

  async startCommand(command: readonly string[]): Promise<StartCommand> {
    const mark = String(await markOf(this.workspacePath));
    const args = ['-c', setMarkScript, 'sh', mark, ...command];
    return { file: '/bin/sh', args, stdio: [], changesAccount: false };
  }

  async terminalCommand(command: readonly string[]): Promise<TerminalCommand> {
    return this.startCommand(command);
  }

  groupOf(step: ChildProcess): StepGroup {
    return { kill: async () => void signalGroup(step, 'SIGKILL') };
  }

  async end(step: ChildProcess, graceMs: number): Promise<void> {
    if (process.platform !== 'linux') return endGroupAlone(step, graceMs);
    const marks = await this.marks();
    const find = async () => {
      const entries = await listProcesses();
      const found = await Promise.all(
        entries.map(
          async ({ pid, groupId }) =>
            groupId === step.pid || (await hasMark(pid, this.workspacePath, marks)),
        ),
      );
      return entries.filter((_, index) => found[index]);
    };
    await terminate(find, graceMs);
    await killFound(find);
  }

  async killAll(): Promise<void> {
    await killMarked(this.workspacePath, await this.marks());
  }

  private async marks(): Promise<Set<number>> {
    return new Set([await markOf(this.workspacePath)]);
  }
}

/** Kills every process started by a step in `directory`, or by a step with one of these marks. */
export async function killMarked(directory: string, marks: ReadonlySet<number>): Promise<void> {
  await killFound(() => listMatching((pid) => hasMark(pid, directory, marks)));
}

/**
 * Stops all processes before it kills them, because otherwise they could start others in the meantime.
 * Stopped processes start nothing, and still count towards the process limit.
 */
async function killFound(find: () => Promise<ProcessEntry[]>): Promise<void> {
  for (let attempt = 0; attempt < killAttempts; attempt++) {
    const found = await find();
    if (found.length === 0) return;
    const running = found.filter((entry) => !entry.isStopped);
    if (running.length > 0 && attempt < killAttempts / 2) {
      signalAll(running, 'SIGSTOP');
    } else {
      signalAll(found, 'SIGKILL');
      await delay(pollMs);
    }
  }
}

/** Ends only the process group of the step, because other processes cannot be found without `/proc`. */
async function endGroupAlone(step: ChildProcess, graceMs: number): Promise<void> {
  const deadlineMs = performance.now() + graceMs;
  signalGroup(step, 'SIGTERM');
  while (performance.now() < deadlineMs && signalGroup(step, 0)) await delay(pollMs);
  signalGroup(step, 'SIGKILL');
}

function signalGroup(step: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  return step.pid !== undefined && sendSignal(-step.pid, signal);
}
