import { join } from 'node:path';
import type { Millrace } from './millrace.ts';
import { Program } from './program.ts';

/** Settings of a server that accepts remote runners and leaves all stages to them. */
export const remoteOnly = { MILLRACE_RPC_SECRET: 'known to both', MILLRACE_RUNNER_CAPACITY: '0' };

/** A real `millrace runner` in a separate process, with its own folder. */
export class RemoteRunner {
  readonly name: string;
  readonly dataDir: string;
  private readonly env: Record<string, string>;
  private readonly program: Program;

  constructor(millrace: Millrace, name: string, capacity: number) {
    this.name = name;
    this.dataDir = join(millrace.dir, `runner-${name}`);
    this.env = {
      MILLRACE_SERVER: millrace.url,
      MILLRACE_RPC_SECRET: remoteOnly.MILLRACE_RPC_SECRET,
      MILLRACE_RUNNER_NAME: name,
      MILLRACE_RUNNER_CAPACITY: String(capacity),
      MILLRACE_RUNNER_DATA: this.dataDir,
    };
    this.program = new Program({
      command: 'runner',
      cwd: millrace.dir,
      logFile: join(millrace.dir, `runner-${name}.log`),
      readyText: 'is ready',
    });
  }

  get pid(): number | undefined {
    return this.program.pid;
  }

  /** Resolves once the server has answered the runner. */
  async start(): Promise<void> {
    await this.program.start(this.env);
  }

  async crash(): Promise<void> {
    await this.program.end('SIGKILL');
  }

  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return this.program.end(signal);
  }
}
