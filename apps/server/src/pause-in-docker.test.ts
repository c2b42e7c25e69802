import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Line } from '@millrace/contract/api';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it, onTestFinished } from 'vitest';
import { readToken } from '../testing/read-token.ts';
import { rpcEnvironment } from '../testing/rpc-client.ts';
import { startRunnerProcess } from '../testing/runner-process.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { TerminalClient } from '../testing/terminal-client.ts';

const docker = await findDockerHost();
const secret = 'flour-rye-4711';
const soon = { timeout: 60_000, interval: 100 };
let images = 0;

/** Starts a server whose builds pause in containers, which run in the server or at a runner. */
async function setUp(kind: 'embedded' | 'remote') {
  const { client, ...rest } = await start(kind, pausing);
  await client.failBuild();
  return { client, ...rest };
}

const pausing = (container: string) => `services:
  - { name: db, ${container}, commands: ['while true; do echo pong | nc -l -p 7000; done'] }
steps:
  - { name: test, ${container}, environment: { TOKEN: { from_secret: token } }, commands: [cat sack.txt] }
`;

async function start(kind: 'embedded' | 'remote', stepsOf: (container: string) => string) {
  if (typeof docker === 'string') throw new Error(docker);
  // A name of its own tells the containers of this test from those of others.
  const [repo, tag] = [`millrace.test/pause-${process.pid}`, String(++images)];
  await docker.getImage(testImage).tag({ repo, tag });
  const image = `${repo}:${tag}`;
  const listContainers = async () =>
    (await docker.listContainers({ all: true })).filter(({ Image }) => Image === image);
  const removeContainers = async () => {
    const containers = await listContainers();
    await Promise.allSettled(
      containers.map(({ Id }) => docker.getContainer(Id).remove({ force: true })),
    );
    return listContainers();
  };
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-pause-'));
  onTestFinished(async () => {
    // The engine may still be removing what the server has asked it to remove.
    await expect.poll(removeContainers, soon).toEqual([]);
    await docker.getImage(image).remove({ force: true });
    await rm(tempDir, { recursive: true, force: true });
  });
  const isRemote = kind === 'remote';
  const { url } = await startServerProcess(
    isRemote ? { ...rpcEnvironment, MILLRACE_RUNNER_CAPACITY: '0' } : {},
  );
  const startRunner = () => startRunnerProcess({ url, tempDir });
  const runner = isRemote ? startRunner() : undefined;
  const container = `image: "${image}", pull: never`;
  const pipeline = `kind: pipeline\ntype: docker\nname: first\n${stepsOf(container)}`;
  const client = new TerminalClient({ url, token: await readToken(url), tempDir, pipeline });
  await client.setUp(secret);
  return { client, image, listContainers, runner, startRunner };
}

it.each(['embedded', 'remote'] as const)(
  'a step in a container at a runner (%s) pauses with its services, and continues',
  skipIf(docker),
  async (kind) => {
    const { client, listContainers } = await setUp(kind);
    const { build, kept } = await client.pauseBuild();
    expect(kept).toMatchObject({ paused: true, ended: 0 });
    const steps = ['running', 'clone: success', 'db: running', 'test: pending'];
    await expect.poll(() => client.readStatuses(build), soon).toEqual(steps);
    const session = await client.open(kept);
    await session.type(
      'cat README; echo; nc db 7000; echo "<$TOKEN>"; echo r""ye > sack.txt; exit 4\r',
    );
    expect(await session.ended).toMatchObject({ end_reason: 'exited', exit_code: 4 });
    expect(session.shown).toContain('Without a pipeline');
    expect(session.shown).toContain('pong');
    expect(session.shown).toContain(`<${'*'.repeat(secret.length)}>`);
    expect(await client.readStatuses(build)).toEqual(steps);
    await client.call('DELETE', `kept-steps/${kept.id}`);
    const result = ['success', 'clone: success', 'db: success', 'test: success'];
    await expect.poll(() => client.readStatuses(build), soon).toEqual(result);
    const log = await client.read<Line[]>(`builds/${build}/logs/1/3`);
    expect(log.map(({ out }) => out).join('')).toContain('rye\n');
    const [failed] = await client.listKept(1);
    await client.call('DELETE', `kept-steps/${failed?.id}`);
    await expect.poll(listContainers, soon).toEqual([]);
  },
);

it(
  'a step with a secret for images opens no terminal, and gets no outputs or other programs',
  skipIf(docker),
  async () => {
    const { client, image } = await start('embedded', (container) => {
      const use = 'settings: { key: { from_secret: token } }';
      return `steps:
  - { name: before, ${container}, commands: ['echo "LOOT=1" >> $DRONE_OUTPUT'] }
  - { name: test, ${container}, ${use} }
  - { name: after, ${container}, commands: [exit 3], when: { status: [success, failure] } }
`;
    });
    const [name = '', tag] = image.split(':');
    if (typeof docker === 'string') throw new Error(docker);
    const container = await docker.createContainer({ Image: image, Cmd: ['true'] });
    const changes = 'CMD ["/bin/sh", "-c", "echo \\"loot: $LOOT\\"; exit 7"]';
    await container.commit({ repo: name, tag, changes });
    await container.remove();
    await client.call('PATCH', 'secrets/token', { images: [name] });
    const build = await client.build();
    await expect.poll(async () => (await client.readStatuses(build))[0], soon).toBe('failure');
    const paused = await client.call('POST', `builds/${build}?pause_stage=first&pause_step=test`);
    const { number } = (await paused.json()) as { number: number };
    await expect.poll(async () => (await client.readStatuses(number))[0], soon).toBe('failure');
    const log = await client.read<Line[]>(`builds/${number}/logs/1/3`);
    expect(log.map(({ out }) => out).join('')).toMatch(
      /^loot: \n\[millrace\] No terminal: nothing but its image may run in this step\.\n$/,
    );
    expect((await client.listKept(number)).filter(({ paused }) => paused)).toEqual([]);
  },
);

it('a cancelled build leaves no container of a pause', skipIf(docker), async () => {
  const { client, listContainers } = await setUp('embedded');
  const { build, kept } = await client.pauseBuild();
  const session = await client.open(kept);
  await session.type('echo be""gin; sleep 1000\r');
  await session.untilShown('begin');
  await client.call('DELETE', `builds/${build}`);
  await expect.poll(async () => (await client.readStatuses(build))[0], soon).toBe('killed');
  expect(await session.ended).toMatchObject({ end_reason: 'cancelled' });
  const [failed] = await client.listKept(1);
  await client.call('DELETE', `kept-steps/${failed?.id}`);
  await expect.poll(listContainers, soon).toEqual([]);
});

it(
  'a paused stage in containers ends in error after its runner was killed',
  skipIf(docker),
  async () => {
    const { client, listContainers, runner, startRunner } = await setUp('remote');
    const { build, kept } = await client.pauseBuild();
    const session = await client.open(kept);
    await session.type('echo be""gin; sleep 1000\r');
    await session.untilShown('begin');
    runner?.process.kill('SIGKILL');
    await runner?.exitCode;
    startRunner();
    const result = ['error', 'clone: success', 'db: error', 'test: skipped'];
    await expect.poll(() => client.readStatuses(build), soon).toEqual(result);
    expect(await session.ended).toMatchObject({ end_reason: 'runner' });
    await expect.poll(listContainers, soon).toEqual([]);
  },
);
