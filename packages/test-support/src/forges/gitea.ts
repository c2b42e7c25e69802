import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';

/** Path of the program; undefined if it is not installed. */
export const giteaProgram = process.env.MILLRACE_TEST_GITEA;
export const giteaPassword = 'forge-pass-1';
const admin = 'root';

type Json = Record<string, unknown>;

/** A real Gitea on a free port, with its own data folder. */
export class Gitea {
  readonly url: string;
  private readonly dir: string;
  private readonly program: string;
  private child: ChildProcess | undefined;
  private readonly emails = new Set<string>();

  private constructor(program: string, dir: string, url: string) {
    this.program = program;
    this.dir = dir;
    this.url = url;
  }

  static async start(options: { tokenSeconds?: number } = {}): Promise<Gitea> {
    if (!giteaProgram) throw new Error('MILLRACE_TEST_GITEA is not set');
    const dir = await mkdtemp(join(tmpdir(), 'millrace-gitea-'));
    const port = await findFreePort();
    const gitea = new Gitea(giteaProgram, dir, `http://127.0.0.1:${port}`);
    await mkdir(join(dir, 'home'));
    await writeFile(join(dir, 'app.ini'), settings(dir, port, options.tokenSeconds ?? 3600));
    gitea.run('migrate');
    gitea.run(
      'admin',
      'user',
      'create',
      '--admin',
      '--username',
      admin,
      '--must-change-password=false',
      '--password',
      giteaPassword,
      '--email',
      `${admin}@example.com`,
    );
    await gitea.resume();
    return gitea;
  }

  /** Restarts Gitea after {@link pause}. */
  async resume(): Promise<void> {
    const log = await open(join(this.dir, 'log'), 'a');
    this.child = spawn(this.program, this.arguments('web'), {
      env: this.env,
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    for (;;) {
      const answer = await fetch(`${this.url}/api/v1/version`).catch(() => null);
      if (answer?.ok) return;
      if (this.child.exitCode !== null) throw new Error('Gitea did not start');
      await sleep(50);
    }
  }

  /** Stops Gitea until {@link resume}. */
  async pause(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.pause();
    await rm(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Calls the API of Gitea as its administrator or as another account. */
  async call(method: string, path: string, body?: Json, login = admin) {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${login}:${giteaPassword}`)}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  async addUser(login: string): Promise<void> {
    await this.call('POST', '/admin/users', {
      username: login,
      // A second account of the same name needs another address.
      email: this.takeEmail(login),
      password: giteaPassword,
      must_change_password: false,
    });
  }

  private takeEmail(login: string): string {
    const usual = `${login}@example.com`;
    const email = this.emails.has(usual) ? `${login}-${this.emails.size}@example.com` : usual;
    this.emails.add(email);
    return email;
  }

  /** Registers the OAuth application of a server with this URL. */
  async addApplication(url: string): Promise<{ id: string; secret: string }> {
    const created = await this.call('POST', '/user/applications/oauth2', {
      name: 'Millrace',
      redirect_uris: [`${url}/login`],
      confidential_client: true,
    });
    return { id: created.client_id, secret: created.client_secret };
  }

  /** Returns the URL for pushes of an account. */
  remoteOf(login: string, slug: string): string {
    return `${this.url.replace('://', `://${login}:${giteaPassword}@`)}/${slug}.git`;
  }

  private run(...args: string[]): void {
    execFileSync(this.program, this.arguments(...args), { env: this.env, stdio: 'pipe' });
  }

  private arguments(...args: string[]): string[] {
    return ['--config', join(this.dir, 'app.ini'), '--work-path', this.dir, ...args];
  }

  private get env() {
    return { PATH: process.env.PATH, HOME: join(this.dir, 'home'), GITEA_WORK_DIR: this.dir };
  }
}

const settings = (dir: string, port: number, tokenSeconds: number) => `
RUN_USER = ${userInfo().username}
RUN_MODE = prod
WORK_PATH = ${dir}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${dir}/forge.db
SQLITE_JOURNAL_MODE = WAL
[security]
INSTALL_LOCK = true
SECRET_KEY = ${'0123456789abcdef'.repeat(2)}
PASSWORD_HASH_ALGO = pbkdf2$10$50
[oauth2]
ACCESS_TOKEN_EXPIRATION_TIME = ${tokenSeconds}
[service]
DISABLE_REGISTRATION = true
[webhook]
ALLOWED_HOST_LIST = *
[repository]
DEFAULT_BRANCH = main
ENABLE_PUSH_CREATE_USER = true
ENABLE_PUSH_CREATE_ORG = true
[actions]
ENABLED = false
[log]
MODE = console
LEVEL = warn
[indexer]
ISSUE_INDEXER_TYPE = db
[cron]
ENABLED = false
[mailer]
ENABLED = false
[picture]
DISABLE_GRAVATAR = true
`;
