import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'apps/server/src/main.ts');

/** A real server in a process of its own, with its own data folder and a free port. */
export class Millrace {
  readonly dir: string;
  url = '';
  /** As the server printed it at its first start. */
  adminPassword = '';
  private process: ChildProcess | undefined;
  private port = '0';

  private constructor(dir: string) {
    this.dir = dir;
  }

  static async start(): Promise<Millrace> {
    const millrace = new Millrace(await mkdtemp(join(tmpdir(), 'millrace-e2e-')));
    await millrace.start();
    return millrace;
  }

  /** What the server logs: warnings and errors. */
  get logFile(): string {
    return join(this.dir, 'server.log');
  }

  private get env(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      MILLRACE_DATA: join(this.dir, 'data'),
      MILLRACE_PORT: this.port,
      MILLRACE_SEED: 'none',
    };
  }

  /** Starts on the same port as before, if it ran before. */
  async start(): Promise<void> {
    const log = await open(this.logFile, 'a');
    const child = spawn(process.execPath, [main, 'server'], {
      env: this.env,
      stdio: ['ignore', 'pipe', log.fd],
    });
    await log.close();
    this.process = child;
    let printed = '';
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk) => {
        printed += String(chunk);
        if (printed.includes('Press Ctrl-C')) resolve();
      });
      child.once('exit', () => resolve());
    });
    this.url = /^Millrace is ready at (\S+)$/m.exec(printed)?.[1] ?? '';
    if (!this.url) throw new Error(`The server did not start: ${printed}`);
    this.port = new URL(this.url).port;
    this.adminPassword ||= /^\s+Password\s+(\S+)$/m.exec(printed)?.[1] ?? '';
  }

  /** As a power cut would. */
  async crash(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Ends as Ctrl-C does; resolves with the exit code. */
  async end(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const closed = once(child, 'exit');
    child.kill(signal);
    await closed;
    return child.exitCode;
  }

  async dispose(): Promise<void> {
    await this.end();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Runs a subcommand of `millrace` on this server's data. */
  async run(args: string[], input = ''): Promise<void> {
    await execa(process.execPath, [main, ...args], { env: this.env, input });
  }
}
