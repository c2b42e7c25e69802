import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEvent, Build } from '@millrace/contract/api';
import { createLogger } from '@millrace/node-kit/logger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyAdminData } from '../testing/admin-data.ts';
import { readToken } from '../testing/read-token.ts';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { type RunnerProcess, startRunnerProcess } from '../testing/runner-process.ts';
import { TerminalClient } from '../testing/terminal-client.ts';
import { password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { type Server, startServer } from './server.ts';

const secret = 'flour-rye-4711';

describe.each(['embedded', 'remote'])('a failed step at a runner (%s)', (kind) => {
  let tempDir: string;
  let server: Server;
  let client: TerminalClient;
  let remote: RunnerProcess | undefined;

  beforeEach(async () => {
    tempDir = await mkdtemp(join(tmpdir(), 'millrace-terminals-'));
    await copyAdminData(join(tempDir, 'data'));
    const config = readConfig({
      MILLRACE_DATA: join(tempDir, 'data'),
      MILLRACE_PORT: '0',
      MILLRACE_SEED: 'none',
      MILLRACE_ADMIN_PASSWORD: password,
      ...(kind === 'remote' ? { ...rpcEnvironment, MILLRACE_RUNNER_CAPACITY: '0' } : {}),
    });
    server = await startServer(config, createLogger('silent'));
    const { url } = server;
    client = new TerminalClient({ url, token: await readToken(url), tempDir });
    remote = kind === 'remote' ? startRunnerProcess({ url, tempDir }) : undefined;
    await client.setUp(secret);
  });
  afterEach(async () => {
    // A running runner writes to the folder.
    remote?.process.kill('SIGTERM');
    await remote?.exitCode;
    await server.stop();
    await rm(tempDir, { recursive: true, force: true });
  });

  /** Names of the workspaces of the runner. */
  const listWorkspaces = () => {
    const folder = join(tempDir, kind === 'remote' ? 'runner' : 'data');
    const folders = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return folders.filter((path) => /(^|\/)stage-\d+-\w+$/.test(path));
  };

  it('can be entered, and shows no secret', async () => {
    const session = await client.open(await client.failBuild());
    await session.type('cat sack.txt; echo "<$TOKEN>"; echo $TOKEN | base64; exit 4\r');
    expect(await session.ended).toMatchObject({ end_reason: 'exited', exit_code: 4 });
    expect(session.shown).toContain('rye\r\n');
    expect(session.shown).toContain(`<${'*'.repeat(secret.length)}>`);
    expect(session.shown).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16));
    const recording = await session.readRecording();
    expect(recording).toContain('rye');
    expect(recording).not.toContain(secret);
  });

  it('is removed when a person releases it', async () => {
    const kept = await client.failBuild();
    const session = await client.open(kept);
    await session.type('echo be""gin; sleep 1000\r');
    await session.untilShown('begin');
    expect(listWorkspaces()).toHaveLength(1);
    await client.call('DELETE', `kept-steps/${kept.id}`);
    expect(await session.ended).toMatchObject({ end_reason: 'released' });
    await expect.poll(listWorkspaces).toEqual([]);
  });

  it('makes its stage wait in debug mode', async () => {
    await client.failBuild();
    const restarted = await client.call('POST', 'builds/1?debug=true');
    const { number } = (await restarted.json()) as Build;
    await expect.poll(() => client.listKept(number)).toHaveLength(1);
    const [kept] = await client.listKept(number);
    const readStatus = async () => (await client.read<Build>(`builds/${number}`)).status;
    expect(await readStatus()).toBe('running');
    await client.call('DELETE', `kept-steps/${kept?.id}`);
    await expect.poll(readStatus).toBe('failure');
  });

  const restartWithPause = async (): Promise<number> => {
    await client.failBuild();
    const path = 'builds/1?pause_stage=first&pause_step=test';
    return ((await (await client.call('POST', path)).json()) as Build).number;
  };

  it('waits before its start until a person continues it', async () => {
    const number = await restartWithPause();
    await expect.poll(() => client.listKept(number)).toMatchObject([{ paused: true }]);
    expect(await client.readStatuses(number)).toEqual([
      'running',
      'clone: success',
      'test: pending',
    ]);
    const [paused] = await client.listKept(number);
    if (!paused) throw new Error('The step does not pause');
    const session = await client.open(paused);
    await session.type('test -e sack.txt || cat README; echo "<$TOKEN>"; exit 4\r');
    expect(await session.ended).toMatchObject({ end_reason: 'exited', exit_code: 4 });
    expect(session.shown).toContain('Without a pipeline');
    expect(session.shown).toContain(`<${'*'.repeat(secret.length)}>`);
    await client.call('DELETE', `kept-steps/${paused.id}`);
    const [continued] = await client.read<AuditEvent[]>('audit');
    expect(continued).toMatchObject({ action: 'kept_step.continue', target: String(paused.id) });
    await expect
      .poll(() => client.readStatuses(number))
      .toEqual(['failure', 'clone: success', 'test: failure']);
    // Its environment is kept as that of every failed step.
    await expect.poll(() => client.listKept(number)).toMatchObject([{ ended: 0 }]);
    expect((await client.listKept(number))[0]?.paused).toBeUndefined();
  });

  it('does not pause again when its build restarts what failed', async () => {
    const number = await restartWithPause();
    await expect.poll(() => client.listKept(number)).toHaveLength(1);
    const [paused] = await client.listKept(number);
    await client.call('DELETE', `kept-steps/${paused?.id}`);
    const readResult = async () => {
      const { status, attempt } = await client.read<Build>(`builds/${number}`);
      return [status, attempt];
    };
    await expect.poll(async () => (await readResult())[0]).toBe('failure');
    expect((await client.call('POST', `builds/${number}?only=failed`)).status).toBe(200);
    await expect.poll(readResult).toEqual(['failure', 2]);
    expect((await client.listKept(number)).filter((kept) => kept.paused)).toEqual([]);
  });

  it('ends with its build while it is paused', async () => {
    const number = await restartWithPause();
    await expect.poll(() => client.listKept(number)).toHaveLength(1);
    await client.call('DELETE', `builds/${number}`);
    await expect.poll(() => client.listKept(number)).toMatchObject([{ end_reason: 'cancelled' }]);
    expect((await client.readStatuses(number))[0]).toBe('killed');
    // The workspace of the first build is kept.
    await expect.poll(listWorkspaces).toHaveLength(1);
  });

  it('does not pause before a step that the build does not have', async () => {
    await client.failBuild();
    const refuse = async (stage: string, step: string) => {
      const query = new URLSearchParams({ pause_stage: stage, pause_step: step });
      const answer = await client.call('POST', `builds/1?${query}`);
      expect(answer.status).toBe(400);
      return await answer.json();
    };
    expect(await refuse('last', 'test')).toEqual({
      message: 'Build 1 has no stage "last"',
      code: 'invalid_input',
    });
    const message = 'The stage "first" of build 1 has no step "bake"';
    expect(await refuse('first', 'bake')).toEqual({ message, code: 'invalid_input' });
  });

  it('does not pause in a repository that keeps no environments', async () => {
    await client.failBuild();
    const restart = (query: string) => client.call('POST', `builds/1?${query}`);
    expect((await restart('pause_step=test')).status).toBe(400);
    await client.call('PATCH', 'terminal-settings', { keep_failed: false });
    expect((await restart('pause_stage=first&pause_step=test')).status).toBe(400);
  });

  it('is removed when its runner stops', async () => {
    await client.failBuild();
    expect(listWorkspaces()).toHaveLength(1);
    if (remote) {
      remote.process.kill('SIGTERM');
      expect(await remote.exitCode).toBe(0);
      expect(await client.listKept()).toMatchObject([{ end_reason: 'runner' }]);
    } else await server.stop();
    if (existsSync(tempDir)) expect(listWorkspaces()).toEqual([]);
  });
});
