import { arch } from 'node:os';
import type { Build, KeptStep, Terminal, TerminalInput } from '@millrace/contract/api';
import { TerminalConnection } from './terminal-connection.ts';
import { createWorkTree } from './test-server.ts';

const repo = 'admin/project';

/** Pipeline file whose step fails, with a secret among its variables. */
const pipeline = `kind: pipeline
type: exec
name: first
platform: { arch: ${arch() === 'x64' ? 'amd64' : arch()} }
steps:
  - name: test
    environment: { TOKEN: { from_secret: token } }
    commands: [echo rye > sack.txt, exit 3]
`;

interface Target {
  url: string;
  /** Token of the account `admin`. */
  token: string;
  /** Folder for the clone. */
  tempDir: string;
  /** Pipeline file with a stage `first` whose step `test` fails; by default one in processes. */
  pipeline?: string;
}

/** Fails builds of a repository that keeps failed steps, and opens terminals in them as the page does. */
export class TerminalClient {
  private readonly target: Target;
  private work: Awaited<ReturnType<typeof createWorkTree>> | undefined;
  private builds = 0;

  constructor(target: Target) {
    this.target = target;
  }

  call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.target.url}/api/repos/${repo}${path && `/${path}`}`, {
      method,
      headers: {
        authorization: `Bearer ${this.target.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  async read<Result>(path: string): Promise<Result> {
    return (await (await this.call('GET', path)).json()) as Result;
  }

  /** Creates the repository, with a secret named `token`. */
  async setUp(secret: string): Promise<void> {
    this.work = await createWorkTree(this.target, 'admin', repo);
    await this.work.commit({ README: 'Without a pipeline' });
    await this.work.git('push', '--quiet', 'origin', 'main');
    for (const [method, path, body] of [
      ['POST', '', undefined],
      ['PATCH', 'terminal-settings', { keep_failed: true }],
      ['POST', 'secrets', { name: 'token', data: secret }],
    ] as const) {
      const { status } = await this.call(method, path, body);
      if (status !== 200) throw new Error(`${method} ${path} answered ${status}`);
    }
  }

  /** Runs a build that fails, and returns its kept step as soon as there is one. */
  async failBuild(): Promise<KeptStep> {
    return this.untilKept(await this.build());
  }

  /** Starts a build, and returns its number. */
  async build(): Promise<number> {
    const build = ++this.builds;
    const file = this.target.pipeline ?? pipeline;
    await this.work?.commit({ '.drone.yml': file, build: String(build) });
    await this.work?.git('push', '--quiet', 'origin', 'main');
    return build;
  }

  /** Restarts build 1 with a pause before its step, and returns the paused step as soon as it waits. */
  async pauseBuild(): Promise<{ build: number; kept: KeptStep }> {
    const path = 'builds/1?pause_stage=first&pause_step=test';
    const answer = await this.call('POST', path);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    const { number } = (await answer.json()) as Build;
    this.builds = number;
    return { build: number, kept: await this.untilKept(number) };
  }

  /** Returns the kept step of a build as soon as there is one. */
  private async untilKept(build: number): Promise<KeptStep> {
    for (;;) {
      const [kept] = await this.listKept(build);
      if (kept) return kept;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Returns an empty list while there is no such build. */
  async listKept(build = this.builds): Promise<KeptStep[]> {
    const answer = await this.call('GET', `builds/${build}/kept-steps`);
    return answer.ok ? ((await answer.json()) as KeptStep[]) : [];
  }

  /** Returns the status of a build, followed by those of the steps of its first stage, as `test: success`. */
  async readStatuses(build: number): Promise<string[]> {
    const { status, stages } = await this.read<Build>(`builds/${build}`);
    return [status, ...(stages?.[0]?.steps ?? []).map((step) => `${step.name}: ${step.status}`)];
  }

  async open(kept: KeptStep): Promise<TerminalSession> {
    const body = { columns: 80, rows: 24 };
    const answer = await this.call('POST', `kept-steps/${kept.id}/terminals`, body);
    const { id } = (await answer.json()) as Terminal;
    return new TerminalSession(this, id);
  }

  connect(terminal: number, from: number): Promise<TerminalConnection> {
    const { url, token } = this.target;
    const headers = { authorization: `Bearer ${token}` };
    return TerminalConnection.open({ url, slug: repo, terminal, headers }, from);
  }
}

/** An open terminal, whose output is read all the time. */
export class TerminalSession {
  /** Everything that it has shown. */
  shown = '';
  readonly ended: Promise<Terminal>;
  private readonly client: TerminalClient;
  private readonly id: number;
  private inputs = 0;
  private unconfirmed: TerminalInput[] = [];
  private connection: TerminalConnection | undefined;
  private grown = Promise.withResolvers<void>();

  constructor(client: TerminalClient, id: number) {
    this.client = client;
    this.id = id;
    this.ended = this.follow();
  }

  /** Sends keys. Those that a lost connection may have swallowed are sent again. */
  async type(keys: string): Promise<void> {
    const input = { number: ++this.inputs, data: Buffer.from(keys).toString('base64') };
    this.unconfirmed.push(input);
    this.connection?.send(input);
  }

  async untilShown(text: string): Promise<void> {
    while (!this.shown.includes(text)) await this.grown.promise;
  }

  readRecording(): Promise<string> {
    return this.client
      .call('GET', `terminals/${this.id}/recording`)
      .then((answer) => answer.text());
  }

  private async follow(): Promise<Terminal> {
    for (let end = 0; ; ) {
      const connection = await this.client.connect(this.id, end).catch(() => undefined);
      if (!connection) {
        // The server is starting.
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      this.connection = connection;
      for (const input of this.unconfirmed) connection.send(input);
      for (let read = 0; ; read++) {
        const message = await connection
          .find((found) => found === connection.messages[read])
          .catch(() => undefined);
        if (!message) break;
        if (message.kind === 'taken') {
          this.unconfirmed = this.unconfirmed.filter(({ number }) => number > message.number);
        }
        if (message.kind !== 'output') continue;
        this.shown += Buffer.from(message.data, 'base64').toString();
        end = message.end;
        this.grown.resolve();
        this.grown = Promise.withResolvers();
        if (message.terminal) return message.terminal;
      }
      this.connection = undefined;
    }
  }
}
