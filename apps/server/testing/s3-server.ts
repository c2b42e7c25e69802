import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@millrace/test-support/free-port';

/** Path of the program, a Versity S3 Gateway, if it is available. */
export const s3Program = process.env.MILLRACE_TEST_S3;

const accessKey = 'millrace-tests';
const secretKey = 'the secret of the tests';
const bucket = 'logs';

/** A real S3 server on a free port, with a temporary folder. */
export class S3Server {
  private readonly dir: string;
  private readonly program: string;
  private readonly port: number;
  private child: ChildProcess | undefined;

  private constructor(program: string, dir: string, port: number) {
    this.program = program;
    this.dir = dir;
    this.port = port;
  }

  static async start(): Promise<S3Server> {
    if (!s3Program) throw new Error('MILLRACE_TEST_S3 is not set');
    const dir = await mkdtemp(join(tmpdir(), 'millrace-s3-'));
    const server = new S3Server(s3Program, dir, await findFreePort());
    // Each folder is a bucket.
    await mkdir(join(dir, 'data', bucket), { recursive: true });
    await mkdir(join(dir, 'sidecar'));
    await server.resume();
    return server;
  }

  /** Settings of a Millrace server that stores its logs here. */
  get env(): Record<string, string> {
    return {
      MILLRACE_LOGS_URL: `s3://${bucket}/of/tests`,
      MILLRACE_S3_ENDPOINT: this.url,
      MILLRACE_S3_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
    };
  }

  /** Restarts it after {@link pause}. */
  async resume(): Promise<void> {
    const log = await open(join(this.dir, 'log'), 'a');
    const address = `127.0.0.1:${this.port}`;
    const gateway = ['--access', accessKey, '--secret', secretKey, '--port', address, '--quiet'];
    const sidecar = join(this.dir, 'sidecar');
    this.child = spawn(
      this.program,
      [...gateway, 'posix', '--sidecar', sidecar, join(this.dir, 'data')],
      { cwd: this.dir, stdio: ['ignore', log.fd, log.fd], env: { PATH: process.env.PATH } },
    );
    await log.close();
    // Any response means that it is ready.
    while (!(await fetch(this.url).catch(() => null))) {
      if (this.child.exitCode !== null) throw new Error('The S3 server did not start');
      await sleep(20);
    }
  }

  /** Stops it until {@link resume}. */
  async pause(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.pause();
    await rm(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Lists the names of all objects. */
  async list(): Promise<string[]> {
    return listFiles(join(this.dir, 'data', bucket));
  }

  private get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }
}

/** Lists all files below a folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
