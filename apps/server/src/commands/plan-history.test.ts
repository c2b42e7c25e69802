import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushSampleRepo, startTestServer, type TestServer } from '../../testing/test-server.ts';

const file = `kind: pipeline
type: exec
name: greet
steps: [{ name: greet, commands: [echo] }]
`;
let server: TestServer;
let token: string;
let dir: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.addUser('ada'));
  await pushSampleRepo(server, 'ada', 'project', file);
  dir = await mkdtemp(join(tmpdir(), 'millrace-history-'));
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

async function run(text: string, ...args: string[]) {
  await writeFile(join(dir, '.drone.yml'), text);
  const all = [program, 'plan', '.drone.yml', '--repo', 'ada/project', ...args];
  const env = { MILLRACE_SERVER: server.url, MILLRACE_TOKEN: token, DRONE_TOKEN: '' };
  return execa(process.execPath, all, { reject: false, cwd: dir, env });
}

it('prints the builds that would differ', async () => {
  const { exitCode, stdout } = await run(`${file}trigger: { event: tag }\n`, '--history', '50');
  expect(exitCode).toBe(0);
  const [summary, build] = stdout.split('\n\n');
  expect(summary).toBe('1 of the last 1 builds would differ');
  expect(build?.split('\n')).toEqual([
    expect.stringMatching(/^#1 {2}push {2}refs\/heads\/main {2}/),
    '    -  greet: event is "push", not "tag"',
    '    no build would have been created',
  ]);
});

it('prints nothing but the summary for the unchanged file', async () => {
  expect((await run(file, '--history', '1')).stdout).toBe('0 of the last 1 builds would differ');
});

it('prints JSON', async () => {
  const { stdout } = await run(file, '--history', '50', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ problems: [], builds: [{ number: 1, changes: [] }] });
});

it.each([
  ['0', /--history must be a number from 1 to 100, not "0"/],
  ['many', /--history must be a number from 1 to 100, not "many"/],
])('rejects --history %s', async (count, message) => {
  const { exitCode, stderr } = await run(file, '--history', count);
  expect([exitCode, stderr]).toEqual([expect.any(Number), expect.stringMatching(message)]);
  expect(exitCode).not.toBe(0);
});
