import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { program } from '../../apps/server/testing/program.ts';
import { guardFolder } from './guard.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const { PATH = '', DOCKER_HOST } = process.env;
/** All that a program gets of the tests' own environment: where its tools and its Docker engine are. */
const machineEnv = { PATH, ...(DOCKER_HOST ? { DOCKER_HOST } : {}) };

/** What does not end by itself for so long is killed. */
const longestEndMs = 30_000;

export interface ProgramOptions {
  /** The subcommand of `millrace`. */
  command: string;
  /** Its folder, with all of its data in it. */
  cwd: string;
  /** Takes what it logs. */
  logFile: string;
  /** It is ready once it has printed this. */
  readyText: string;
}

/** A subcommand of `millrace` in a process of its own, started and ended as often as a test wants. */
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
   * Resolves with what it printed once it is ready; rejects with what it said where it ended before.
   * From the moment of the call on, {@link end} ends it.
   */
  async start(env: Record<string, string>): Promise<string> {
    const { command, readyText } = this.options;
    if (isAlive(this.process)) throw new Error(`millrace ${command} runs already`);
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

  /** Resolves with the exit code once it has ended. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.process;
    if (!child || !isAlive(child)) return null;
    const closed = once(child, 'exit');
    child.kill(signal);
    const giveUp = setTimeout(() => child.kill('SIGKILL'), longestEndMs);
    await closed;
    clearTimeout(giveUp);
    return child.exitCode;
  }

  /** At once: a start that is waited for must be one that can be ended. */
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
