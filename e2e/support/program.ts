import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machineEnv, program } from '@millrace/test-support/program';
import { guardFolder } from './guard.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Time after which a program that does not exit is killed. */
const maxExitMs = 30_000;

export interface ProgramOptions {
  /** Subcommand of `millrace`. */
  command: string;
  /** Folder with all of its data. */
  cwd: string;
  /** Log file. */
  logFile: string;
  /** Output that shows that it is ready. */
  readyText: string;
}

/** A subcommand of `millrace` in a separate process, which a test can start and stop repeatedly. */
export class Program {
  private readonly options: ProgramOptions;
  private process: ChildProcess | undefined;

  constructor(options: ProgramOptions) {
    this.options = options;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /**
   * Resolves with the output once the program is ready; rejects with it if the program exits before. From
   * the time of this call, {@link end} stops the program.
   */
  async start(env: Record<string, string>): Promise<string> {
    const { command, readyText } = this.options;
    if (isAlive(this.process)) throw new Error(`millrace ${command} is already running`);
    const { child, readLog } = this.spawn(env);
    this.process = child;
    let printed = '';
    const ready = new Promise<boolean>((resolve) => {
      child.stdout?.on('data', (chunk) => {
        printed += String(chunk);
        if (printed.includes(readyText)) resolve(true);
      });
      child.once('close', () => resolve(false));
    });
    if (await ready) return printed;
    const how = child.signalCode ?? `exit code ${child.exitCode}`;
    throw new Error(`millrace ${command} did not start (${how}): ${printed}${readLog()}`);
  }

  /** Resolves with the exit code once it has exited. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.process;
    if (!child || !isAlive(child)) return null;
    const closed = once(child, 'exit');
    child.kill(signal);
    const giveUp = setTimeout(() => child.kill('SIGKILL'), maxExitMs);
    await closed;
    clearTimeout(giveUp);
    return child.exitCode;
  }

  /** Set synchronously, so that a start in progress can be ended. */
  private spawn(env: Record<string, string>) {
    const { command, cwd, logFile } = this.options;
    guardFolder(cwd);
    const log = openSync(logFile, 'a');
    const begin = statSync(logFile).size;
    try {
      const child = spawn(process.execPath, [program, command], {
        cwd,
        env: { ...machineEnv, ...env },
        stdio: ['ignore', 'pipe', log],
      });
      return { child, readLog: () => readFileSync(logFile).subarray(begin).toString() };
    } finally {
      closeSync(log);
    }
  }
}

function isAlive(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}
