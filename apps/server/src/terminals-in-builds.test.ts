import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, KeptStep, Terminal, TerminalOutput } from '@millrace/contract/api';
import { createLogger } from '@millrace/node-kit/logger';
import { openStream } from '@millrace/test-support/stream-reader';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readToken } from '../testing/read-token.ts';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { type RunnerProcess, startRunnerProcess } from '../testing/runner-process.ts';
import { createWorkTree, password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { type Server, startServer } from './server.ts';

const secret = 'flour-rye-4711';
const pipeline = `kind: pipeline
type: exec
name: first
platform: { arch: ${arch() === 'x64' ? 'amd64' : arch()} }
steps:
  - name: test
    environment: { TOKEN: { from_secret: token } }
    commands: [echo rye > sack.txt, exit 3]
`;

describe.each(['embedded', 'remote'])('a failed step of an %s runner', (kind) => {
  let tempDir: string;
  let server: Server;
  let token: string;
  let remote: RunnerProcess | undefined;

  beforeEach(async () => {
    tempDir = await mkdtemp(join(tmpdir(), 'millrace-terminals-'));
    const config = readConfig({
      MILLRACE_DATA: join(tempDir, 'data'),
      MILLRACE_PORT: '0',
      MILLRACE_SEED: 'none',
      MILLRACE_ADMIN_PASSWORD: password,
      ...(kind === 'remote' ? { ...rpcEnvironment, MILLRACE_RUNNER_CAPACITY: '0' } : {}),
    });
    server = await startServer(config, createLogger('silent'));
    token = await readToken(server.url);
    remote = kind === 'remote' ? startRunnerProcess({ url: server.url, tempDir }) : undefined;
  });
  afterEach(async () => {
    await server.stop();
    await rm(tempDir, { recursive: true, force: true });
  });

  const call = (method: string, path: string, body?: object) =>
    fetch(`${server.url}/api/repos/admin/project${path && `/${path}`}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const read = async <Result>(path: string) => (await (await call('GET', path)).json()) as Result;

  /** Runs a build that fails, and returns its kept step as soon as there is one. */
  async function keepStep(): Promise<KeptStep> {
    const work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'admin/project');
    await work.commit({ README: 'Without a pipeline' });
    await work.git('push', '--quiet', 'origin', 'main');
    for (const [method, path, body] of [
      ['POST', '', undefined],
      ['PATCH', 'terminal-settings', { keep_failed: true }],
      ['POST', 'secrets', { name: 'token', data: secret }],
    ] as const) {
      expect((await call(method, path, body)).status, path).toBe(200);
    }
    const headers = { authorization: `Bearer ${token}` };
    const stream = await openStream(`${server.url}/api/stream`, headers);
    await work.commit({ '.drone.yml': pipeline });
    await work.git('push', '--quiet', 'origin', 'main');
    let build: Build | undefined;
    while (build?.status !== 'failure') {
      const [message] = await stream.take(1);
      build = JSON.parse(message?.data ?? '{}').build;
    }
    await expect.poll(() => read<KeptStep[]>('builds/1/kept-steps')).toHaveLength(1);
    const [kept] = await read<KeptStep[]>('builds/1/kept-steps');
    if (!kept) throw new Error('no kept step');
    return kept;
  }

  async function open(kept: KeptStep) {
    const body = { columns: 80, rows: 24 };
    const answer = await call('POST', `kept-steps/${kept.id}/terminals`, body);
    const terminal = (await answer.json()) as Terminal;
    let shown = '';
    let inputs = 0;
    let ended: Terminal | undefined;
    const reading = (async () => {
      for (let end = 0; !ended; ) {
        const path = `terminals/${terminal.id}/output?from=${end}`;
        const output = await read<TerminalOutput>(path);
        shown += Buffer.from(output.data, 'base64').toString();
        end = output.end;
        ended = output.terminal;
      }
    })();
    return {
      type: async (keys: string) => {
        const data = Buffer.from(keys).toString('base64');
        await call('POST', `terminals/${terminal.id}/input`, { number: ++inputs, data });
      },
      shown: () => shown,
      untilShown: (text: string) => expect.poll(() => shown, { interval: 2 }).toContain(text),
      ended: async () => {
        await reading;
        return ended;
      },
    };
  }

  /** Names of the workspaces of the runner. */
  const listWorkspaces = () => {
    const folder = kind === 'remote' ? join(tempDir, 'runner') : join(tempDir, 'data');
    const folders = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return folders.filter((path) => /(^|\/)stage-\d+-\w+$/.test(path));
  };

  it('can be entered, and shows no secret', async () => {
    const kept = await keepStep();
    const { type, untilShown, shown, ended } = await open(kept);
    await type('cat sack.txt; echo "<$TOKEN>"; echo $TOKEN | base64; exit 4\r');
    await untilShown('rye\r\n');
    expect(await ended()).toMatchObject({ end_reason: 'exited', exit_code: 4 });
    expect(shown()).toContain(`<${'*'.repeat(secret.length)}>`);
    expect(shown()).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16));
    const [{ id } = { id: 0 }] =
      (await read<KeptStep[]>('builds/1/kept-steps'))[0]?.terminals ?? [];
    const recording = await (await call('GET', `terminals/${id}/recording`)).text();
    expect(recording).toContain('rye');
    expect(recording).not.toContain(secret);
  });

  it('is removed when a person releases it', async () => {
    const kept = await keepStep();
    const { type, untilShown, ended } = await open(kept);
    await type('echo be""gin; sleep 1000\r');
    await untilShown('begin');
    expect(listWorkspaces()).toHaveLength(1);
    await call('DELETE', `kept-steps/${kept.id}`);
    expect(await ended()).toMatchObject({ end_reason: 'released' });
    await expect.poll(listWorkspaces).toEqual([]);
  });

  it('is removed when its runner stops', async () => {
    await keepStep();
    expect(listWorkspaces()).toHaveLength(1);
    if (remote) {
      remote.process.kill('SIGTERM');
      expect(await remote.exitCode).toBe(0);
      expect(await read<KeptStep[]>('builds/1/kept-steps')).toMatchObject([
        { end_reason: 'runner' },
      ]);
    } else await server.stop();
    if (existsSync(tempDir)) expect(listWorkspaces()).toEqual([]);
  });
});
