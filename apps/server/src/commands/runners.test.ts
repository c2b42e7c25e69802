import { tmpdir } from 'node:os';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchangeToken } from '../../testing/register-runner.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.addUser('ada'));
  await pushSampleRepo(server, 'ada');
});
afterAll(() => server.stop());

const run = (...args: string[]) =>
  execa(process.execPath, [program, 'runners', ...args], {
    reject: false,
    cwd: tmpdir(),
    env: { MILLRACE_SERVER: server.url, MILLRACE_TOKEN: token, DRONE_TOKEN: '' },
  });

it.each([
  ['a repository', ['--repo', 'ada/project'], 'ada/project/gpu'],
  ['an organization', ['--org', 'ada'], 'ada/gpu'],
])('adds, lists and revokes a runner of %s', async (_, owner, name) => {
  const added = await run('add', 'gpu', '--protected', '--labels', 'gpu:yes', ...owner);
  expect(added.stdout).toContain(`Added ${name}. Start it within a day:`);
  const oneTime = /MILLRACE_RUNNER_TOKEN=(\S+) millrace runner/.exec(added.stdout)?.[1] ?? '';
  expect((await run('ls', ...owner)).stdout).toBe(
    `${name}  waits for its registration  protected, gpu:yes`,
  );
  expect((await exchangeToken(server, oneTime)).statusCode).toBe(200);
  const { stdout } = await run('ls', '--json', ...owner);
  expect(JSON.parse(stdout)).toMatchObject([{ name, protected: true, labels: { gpu: 'yes' } }]);
  expect((await run('revoke', 'gpu', ...owner)).stdout).toBe(`Revoked ${name}.`);
  expect((await run('ls', ...owner)).stdout).toBe('No runners have credentials of their own.');
  const again = await run('revoke', 'gpu', ...owner);
  expect([again.exitCode, again.stderr]).toEqual([1, 'There is no runner gpu.']);
});

it('says why it may not', async () => {
  const { exitCode, stderr } = await run('add', 'gpu');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('answered 403: Forbidden')]);
  expect((await run('add')).stderr).toContain('millrace runners add NAME');
  const both = await run('ls', '--repo', 'ada/project', '--org', 'ada');
  expect(both.stderr).toBe('Use either --repo or --org.');
  const labels = await run('add', 'gpu', '--labels', 'gpu', '--org', 'ada');
  expect(labels.stderr).toBe('--labels must be written key:value,key:value; "gpu" is not.');
});
