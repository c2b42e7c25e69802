import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const main = join(root, 'apps/server/src/main.ts');

const { PATH = '', DOCKER_HOST } = process.env;
/** All that a program gets of the tests' own environment: where its tools and its Docker engine are. */
const machineEnv = { PATH, ...(DOCKER_HOST ? { DOCKER_HOST } : {}) };

export interface ProgramOptions {
  /** The subcommand of `millrace`. */
  command: string;
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

  /** Resolves with what it printed once it is ready, or once it has ended. */
  async start(env: Record<string, string>): Promise<string> {
    const { command, cwd, logFile, readyText } = this.options;
    const log = await open(logFile, 'a');
    const child = spawn(process.execPath, [main, command], {
      cwd,
      env: { ...machineEnv, ...env },
      stdio: ['ignore', 'pipe', log.fd],
    });
    await log.close();
    this.process = child;
    let printed = '';
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk) => {
        printed += String(chunk);
        if (printed.includes(readyText)) resolve();
      });
      child.once('exit', () => resolve());
    });
    return printed;
  }

  /** Resolves with the exit code once it has ended. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const closed = once(child, 'exit');
    child.kill(signal);
    await closed;
    return child.exitCode;
  }
}
