import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCpuOf, readRssOf } from './processes.ts';

const readyText = 'Press Ctrl-C';
const password = 'bench password';

/** Runs the server of a checkout in a separate process, as `npm start` does. */
export class ServerProcess {
  url = '';
  private readonly checkout: string;
  private readonly env: Record<string, string>;
  private child: ChildProcess | undefined;

  constructor(checkout: string, dataDir: string, env: Record<string, string> = {}) {
    this.checkout = checkout;
    this.env = {
      PATH: process.env.PATH ?? '',
      MILLRACE_DATA: dataDir,
      MILLRACE_PORT: '0',
      MILLRACE_SEED: 'none',
      MILLRACE_ADMIN_PASSWORD: password,
      ...env,
    };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [await findProgram(this.checkout), 'server'], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    let printed = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        printed += String(chunk);
        if (printed.includes(readyText)) resolve();
      });
      child.once('close', () => resolve());
    });
    const url = /^Millrace is ready at (\S+)$/m.exec(printed)?.[1];
    if (!url) throw new Error(`The server did not start: ${printed}`);
    this.url = url;
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await ended;
  }

  /** Returns the id and the token of the system admin. */
  async readAdmin(): Promise<{ id: number; token: string }> {
    const login = await fetch(`${this.url}/login`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: 'admin', password }),
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { cookie, origin: this.url };
    const user = await fetch(`${this.url}/api/user`, { headers });
    const { id }: { id: number } = JSON.parse(await user.text());
    const answer = await fetch(`${this.url}/api/user/token`, { method: 'POST', headers });
    const { token }: { token: string } = JSON.parse(await answer.text());
    return { id, token };
  }

  /** Returns the milliseconds of processor time used so far. */
  readCpuMs(): number {
    return readCpuOf(this.pid) * 1000;
  }

  /** Returns the resident memory in MB. */
  readRss(): number {
    return readRssOf(this.pid);
  }

  private get pid(): number {
    if (!this.child?.pid) throw new Error('The server is not running');
    return this.child.pid;
  }
}

/** Returns the file that `npm start` runs. Older checkouts ran their sources. */
async function findProgram(checkout: string): Promise<string> {
  const main = join(checkout, 'apps/server/src/main.mjs');
  if (existsSync(main)) return main;
  const { ensureProgram }: { ensureProgram: () => Promise<string> } = await import(
    join(checkout, 'tools/setup.mjs')
  );
  return ensureProgram();
}
