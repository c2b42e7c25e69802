import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testImage } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import {
  findStepsProblem,
  startStepsCluster,
  type TestCluster,
} from '@millrace/test-support/test-cluster';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { kubernetesEnvironment } from '../testing/kubernetes-environment.ts';
import { readToken } from '../testing/read-token.ts';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { startRunnerProcess } from '../testing/runner-process.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { TerminalClient } from '../testing/terminal-client.ts';

const problem = await findStepsProblem();
const soon = { timeout: 30_000, interval: 50 };
const pipeline = `kind: pipeline
type: kubernetes
name: first
steps:
  - name: before
    image: "${testImage}"
    pull: if-not-exists
    commands: [echo barley > sack.txt]
  - name: test
    image: "${testImage}"
    pull: if-not-exists
    environment: { TOKEN: { from_secret: token }, COLOUR: green }
    commands: [echo rye >> sack.txt, exit 3]
`;

let cluster: TestCluster;

describe('terminals on Kubernetes', { timeout: 120_000, ...skipIf(problem) }, () => {
  beforeAll(async () => {
    cluster = await startStepsCluster();
  }, 120_000);
  afterAll(() => cluster.stop());

  async function setUp() {
    const tempDir = await mkdtemp(join(tmpdir(), 'millrace-kubernetes-terminals-'));
    onTestFinished(() => rm(tempDir, { recursive: true, force: true, maxRetries: 3 }));
    const { url } = await startServerProcess({
      MILLRACE_DATA: join(tempDir, 'data'),
      MILLRACE_RUNNER_CAPACITY: '0',
      ...rpcEnvironment,
    });
    const startRunner = () => startRunnerProcess({ url, tempDir }, kubernetesEnvironment(cluster));
    const client = new TerminalClient({ url, token: await readToken(url), tempDir, pipeline });
    await client.setUp('flour-rye-4711');
    return { client, startRunner };
  }

  it('end with their failed step when the runner has restarted', async () => {
    const { client, startRunner } = await setUp();
    const runner = startRunner();
    const kept = await client.failBuild();
    const session = await client.open(kept);
    await session.type('cat sack.txt; echo $COLOUR/$TOKEN\r');
    await session.untilShown('green/*');
    expect(session.shown).toContain('barley\r\nrye\r\n');
    runner.process.kill('SIGKILL');
    await runner.exitCode;
    startRunner();
    const ended = { end_reason: 'runner', terminals: [{ end_reason: 'runner' }] };
    await expect.poll(() => client.listKept(), soon).toMatchObject([ended]);
    expect(await session.ended).toMatchObject({ end_reason: 'runner' });
  });

  it('of a paused step end when the runner has restarted, and others open', async () => {
    const { client, startRunner } = await setUp();
    const runner = startRunner();
    await client.call('DELETE', `kept-steps/${(await client.failBuild()).id}`);
    const { build, kept } = await client.pauseBuild();
    const session = await client.open(kept);
    await session.type('cat sack.txt; echo $COLOUR/$TOKEN > note; cat note\r');
    await session.untilShown('green/*');
    expect(session.shown).toContain('barley\r\n');
    runner.process.kill('SIGKILL');
    await runner.exitCode;
    startRunner();
    expect(await session.ended).toMatchObject({ end_reason: 'runner' });
    const next = await client.open(kept);
    await next.type('cat note; exit\r');
    await next.untilShown('green/*');
    expect(await next.ended).toMatchObject({ end_reason: 'exited' });
    const paused = ['running', 'clone: success', 'before: success', 'test: pending'];
    expect(await client.readStatuses(build)).toEqual(paused);
    await client.call('DELETE', `kept-steps/${kept.id}`);
    const result = ['failure', 'clone: success', 'before: success', 'test: failure'];
    await expect.poll(() => client.readStatuses(build), soon).toEqual(result);
  });
});
