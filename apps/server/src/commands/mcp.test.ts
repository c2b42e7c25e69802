import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { program } from '@millrace/test-support/program';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { toLines } from '../../testing/build-with-logs.ts';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');
const bob = await server.addUser('bob');
await pushSampleRepo(server, 'ada');
const api = runnerApiOf(server);
const { stage, step } = await startNextStage(api);
const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
const body = toLines([...lines, 'Error: the wheel is stuck']);
await api.appendLogs({ params: { step: step.id }, body });
const ended = { status: 'failure' as const, exit_code: 2, stopped: 5 };
const steps = [await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } })];
await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });

/** Starts `millrace mcp` as a client of the protocol does. */
async function connect({ token }: { token: string }, args: string[] = []) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', '--repo', 'ada/project', ...args],
      env: { MILLRACE_SERVER: server.url, MILLRACE_TOKEN: token },
    }),
  );
  const call = async (name: string, given: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { text?: string }[];
    return { text: first?.text ?? '', isError: isError === true };
  };
  return { client, call };
}

it('offers builds, logs, answers and restarts', async () => {
  const { client, call } = await connect(ada);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'why',
    'list_builds',
    'get_build',
    'read_log',
    'search_logs',
    'restart_build',
  ]);
  const read = async (name: string, given: Record<string, unknown>) =>
    JSON.parse((await call(name, given)).text);
  expect(await read('list_builds', { status: 'failure' })).toMatchObject([
    { number: 1, status: 'failure', branch: 'main' },
  ]);
  expect(await read('list_builds', { status: 'success' })).toEqual([]);
  expect(await read('get_build', { build: 1 })).toMatchObject({
    stages: [{ number: 1, name: 'first', steps: [{ number: 1, name: 'greet', exit_code: 2 }] }, {}],
  });
  expect(await read('why', { build: 1 })).toMatchObject({
    failed: [{ first_error: { line: 30, text: 'Error: the wheel is stuck' } }],
  });
  const numbers = { build: 1, stage: 1, step: 1 };
  const lines = await call('read_log', { ...numbers, from: 3, count: 2 });
  expect(lines.text).toBe('3 line 3\n4 line 4');
  expect((await call('read_log', { ...numbers, count: 1 })).text).toBe(
    '30 Error: the wheel is stuck',
  );
  expect(await read('search_logs', { build: 1, text: 'wheel' })).toMatchObject({
    steps: [{ stage: 1, step: 1, hits: [{ pos: 30 }] }],
  });
  expect(await call('restart_build', { build: 1, only: 'failed' })).toEqual({
    text: expect.stringContaining(
      'Unknown argument "only"; known names are repo, build, only_failed',
    ),
    isError: true,
  });
  expect(await call('restart_build', { build: 1, only_faild: true })).toMatchObject({
    text: expect.stringContaining('did you mean "only_failed"?'),
  });
  expect(await read('restart_build', { build: 1 })).toMatchObject({ number: 2 });
  await client.close();
});

it('has the rights of the token', async () => {
  const { client, call } = await connect(bob);
  expect(await call('get_build', { build: 1 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('answered 404'),
  });
  expect((await call('get_build', { build: -1 })).isError).toBe(true);
  await client.close();
});

it('limits the length of its answers', async () => {
  const { client, call } = await connect(ada);
  const { stage, step } = await startNextStage(runnerApiOf(server));
  const body = toLines(Array.from({ length: 100 }, () => 'x'.repeat(3000)));
  await runnerApiOf(server).appendLogs({ params: { step: step.id }, body });
  const { build } = { build: (await server.core.builds.findById(stage.build_id))?.number ?? 0 };
  const numbers = { build, stage: stage.number, step: step.number };
  const last = (await call('read_log', numbers)).text;
  expect(last).toMatch(/^\(left out: lines up to 7\d\).*\n99 x+… \(1000 more characters\)$/s);
  const first = (await call('read_log', { ...numbers, from: 0 })).text;
  expect(first).toMatch(/^0 x.*\n\(left out: lines from 2\d on\)$/s);
  expect(Math.max(last.length, first.length)).toBeLessThan(50_100);
  const long = await call('search_logs', { build, text: 'y'.repeat(2000) });
  expect(long).toMatchObject({ isError: true, text: expect.stringMatching(/^.{1,200}$/) });
  await client.close();
});

it('answers what it was asked before its input ends', async () => {
  const child = spawn(process.execPath, [program, 'mcp', '--repo', 'ada/project'], {
    env: { MILLRACE_SERVER: server.url, MILLRACE_TOKEN: ada.token },
  });
  const ask = (id: number, name: string) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { build: 1 } } })}\n`;
  child.stdin.end(ask(1, 'why') + ask(2, 'get_build'));
  const answers = (await text(child.stdout)).trim().split('\n');
  const ids = answers.map((line) => (JSON.parse(line) as { id: number }).id);
  expect(ids.toSorted()).toEqual([1, 2]);
});

it('changes nothing with --read-only', async () => {
  const { client } = await connect(ada, ['--read-only']);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('restart_build');
  await client.close();
});
