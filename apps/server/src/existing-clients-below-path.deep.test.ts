import type { Build, Line } from '@millrace/contract/api';
import { findFreePort } from '@millrace/test-support/free-port';
import { skipIf } from '@millrace/test-support/skip-if';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { existingRunner, startExistingRunner } from '../testing/existing-runner.ts';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { serverOfFile } from '../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../testing/test-server.ts';

const client = process.env.MILLRACE_TEST_DRONE_CLI;

const port = await findFreePort();
const address = `http://127.0.0.1:${port}/ci`;
const server = await serverOfFile({
  env: { ...rpcEnvironment, MILLRACE_URL: address, MILLRACE_PORT: String(port) },
});
const ada = await server.addUser('ada');

const read = async <Answer>(path: string): Promise<Answer> =>
  (await server.app.inject({ url: `/api/repos/ada/project${path}`, headers: bearer(ada) })).json();

it('an existing runner works with the path in its host', {
  timeout: 120_000,
  ...skipIf(!existingRunner && 'MILLRACE_TEST_DRONE_RUNNER_EXEC is not set'),
}, async () => {
  const pipeline = {
    kind: 'pipeline',
    type: 'exec',
    name: 'default',
    platform: { os: 'linux', arch: process.arch === 'x64' ? 'amd64' : process.arch },
    clone: { disable: true },
    steps: [{ name: 'print', commands: ['echo "see $DRONE_BUILD_LINK"'] }],
  };
  onTestFinished(await startExistingRunner(server));
  await pushSampleRepo(server, 'ada', 'project', JSON.stringify(pipeline));
  const status = async () => (await read<Build>('/builds/1')).status;
  await expect.poll(status, { timeout: 100_000, interval: 200 }).toBe('success');
  const lines = await read<Line[]>('/builds/1/logs/1/1');
  const printed = lines.map(({ out }) => out).join('');
  expect(printed).toContain(`see ${address}/ada/project/1`);
});

it(
  'an existing client works with the path in its server',
  skipIf(!client && 'MILLRACE_TEST_DRONE_CLI is not set'),
  async () => {
    await pushSampleRepo(server, 'ada', 'listed');
    const { stdout } = await execa(client ?? '', ['build', 'ls', 'ada/listed'], {
      extendEnv: false,
      env: { HOME: server.tempDir, DRONE_SERVER: `${address}/`, DRONE_TOKEN: ada.token },
    });
    expect(stdout).toContain('Build #1');
  },
);
