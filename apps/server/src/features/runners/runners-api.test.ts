import type { Runner } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { rpcEnvironment } from '../../../testing/rpc-client.ts';
import { startRunnerProcess } from '../../../testing/runner-process.ts';
import { startServerProcess } from '../../../testing/server-process.ts';
import { password } from '../../../testing/test-server.ts';

const until = { timeout: 25_000, interval: 50 };

async function readRunners(url: string): Promise<Runner[]> {
  const signedIn = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ username: 'admin', password }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const answer = await fetch(`${url}/api/runners`, { headers: { cookie } });
  return (await answer.json()) as Runner[];
}

it('reports what the steps of each runner can see, including the embedded one', async () => {
  const server = await startServerProcess({ ...rpcEnvironment, MILLRACE_EXEC_VIEW: 'host' });
  const runner = startRunnerProcess(server, {
    MILLRACE_EXEC_VIEW: 'host',
    MILLRACE_RUNNER_CAPACITY: '3',
  });
  await expect.poll(runner.output, until).toContain('is ready');
  const exec = async () => (await readRunners(server.url)).filter(({ type }) => type === 'exec');
  await expect.poll(async () => (await exec()).length, until).toBe(2);
  const steps = expect.stringContaining("as the runner's own account, without a view of their own");
  const own = { os: process.platform, labels: {}, running: 0, steps };
  expect(await exec()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...own, name: expect.stringMatching(/-built-in$/) }),
      expect.objectContaining({ ...own, name: 'remote', capacity: 3 }),
    ]),
  );
});

it('no longer lists a runner that has stopped in order', async () => {
  const server = await startServerProcess(rpcEnvironment);
  const runner = startRunnerProcess(server);
  const isListed = async () =>
    (await readRunners(server.url)).some(({ name }) => name === 'remote');
  await expect.poll(isListed, until).toBe(true);
  runner.process.kill('SIGTERM');
  expect(await runner.exitCode).toBe(0);
  expect(await isListed()).toBe(false);
});
