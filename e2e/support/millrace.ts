import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { killProcessesOf } from './processes.ts';
import { Program } from './program.ts';

/** Names the data that `prepareData` created and the admin's password. */
export const preparedData = 'MILLRACE_TEST_PREPARED_DATA';

/** A real server in a separate process, with its own data folder and a free port. */
export class Millrace {
  readonly dir: string;
  url = '';
  /** Password that the server prints at its first start. */
  adminPassword = '';
  private readonly program: Program;
  private readonly settings: Record<string, string>;
  private port = '0';

  private constructor(dir: string, settings: Record<string, string>) {
    this.dir = dir;
    this.settings = settings;
    this.program = new Program({
      command: 'server',
      cwd: dir,
      logFile: this.logFile,
      readyText: 'Press Ctrl-C',
    });
  }

  /** A server with special data or a first start creates its own data. */
  static async start(
    settings: Record<string, string> = {},
    { isFirst = 'MILLRACE_FORGE' in settings }: { isFirst?: boolean } = {},
  ): Promise<Millrace> {
    const millrace = new Millrace(await mkdtemp(join(tmpdir(), 'millrace-e2e-')), settings);
    if (!isFirst) await millrace.takePreparedData();
    await millrace.start();
    return millrace;
  }

  private async takePreparedData(): Promise<void> {
    const text = process.env[preparedData];
    if (!text) return;
    const { dataDir, adminPassword }: Pick<Millrace, 'dataDir' | 'adminPassword'> =
      JSON.parse(text);
    await mkdir(this.dataDir, { mode: 0o700 });
    for (const name of ['millrace.db', 'secret.key']) {
      await copyFile(join(dataDir, name), join(this.dataDir, name));
    }
    this.adminPassword = adminPassword;
  }

  /** Log of the server: warnings and errors. */
  get logFile(): string {
    return join(this.dir, 'server.log');
  }

  get dataDir(): string {
    return join(this.dir, 'data');
  }

  get pid(): number | undefined {
    return this.program.pid;
  }

  private get env(): Record<string, string> {
    return {
      MILLRACE_DATA: this.dataDir,
      MILLRACE_PORT: this.port,
      MILLRACE_SEED: 'none',
      ...this.settings,
    };
  }

  /** Starts on the same port as before, if the server ran before. */
  async start(): Promise<void> {
    const printed = await this.program.start(this.env);
    const url = /^Millrace is ready at (\S+)$/m.exec(printed)?.[1];
    if (!url) throw new Error(`The server does not print its URL: ${printed}`);
    this.url = url;
    this.port = new URL(url).port;
    this.adminPassword ||= /^\s+Password\s+(\S+)$/m.exec(printed)?.[1] ?? '';
  }

  /** Kills the server, as a power failure would. */
  async crash(): Promise<void> {
    await this.program.end('SIGKILL');
  }

  /** Stops the server like Ctrl-C; resolves with the exit code. */
  end(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    return this.program.end(signal);
  }

  async dispose(): Promise<void> {
    await this.end();
    // Steps survive a server that is killed.
    await killProcessesOf(this.dir);
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Runs a subcommand of `millrace` on this server's data. */
  async run(args: string[], input = ''): Promise<void> {
    await execa(process.execPath, [program, ...args], { env: this.env, input });
  }

  /** Returns the admin's personal token. */
  async readToken(): Promise<string> {
    const login = await fetch(`${this.url}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'admin', password: this.adminPassword }),
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { cookie, origin: this.url };
    const answer = await fetch(`${this.url}/api/user/token`, { method: 'POST', headers });
    if (!answer.ok) throw new Error(`No token: ${answer.status} ${await answer.text()}`);
    const { token }: { token: string } = JSON.parse(await answer.text());
    return token;
  }
}
