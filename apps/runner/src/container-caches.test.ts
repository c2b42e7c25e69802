import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it, onTestFinished } from 'vitest';
import { createDockerEngine } from './engines/docker/docker-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';
import { makeUserImage } from './testing/user-image.ts';

const docker = await findDockerHost();

/** Starts a runner whose stages share the caches of one server. */
async function setUp() {
  const workDir = await temporaryDirectory();
  const fake = new FakeServer();
  const engines = [createDockerEngine({ workDir, killGraceMs: 1000 })];
  const runner = startRunner({ api: fake.api, machine: 'host', capacity: 1, workDir, engines });
  onTestFinished(() => runner.stop());
  let id = 700;
  const run = async (parts: string) => {
    const stage = { id: ++id, type: 'docker' };
    const config = `kind: pipeline\nclone: { disable: true }\n${parts}`;
    fake.enqueue(makeDetails({ config, repo: { timeout: 0 }, stage }));
    const { status } = await fake.untilFinished(stage.id);
    const output = (name: string) => fake.outputOf(fake.step(name, stage.id));
    return { status, output };
  };
  return { fake, run };
}

const image = `image: ${testImage}, pull: never`;

it('restores and stores caches of a pipeline and of a step in containers', {
  timeout: 60_000,
  ...skipIf(docker),
}, async () => {
  const { fake, run } = await setUp();
  const pipeline = (command: string) => `cache: { key: go, paths: [deps/a, other] }
services: [{ name: db, ${image}, commands: [sleep 60] }]
steps:
  - { name: a, ${image}, commands: ["${command}"] }
  - { name: b, ${image}, cache: { key: tool, paths: tool }, commands: ["ls tool || echo x > tool"] }`;
  const fill = 'mkdir -p deps/a other; echo x > deps/a/b; chown 5:6 deps/a/b; chmod 640 deps/a/b';
  const cold = await run(pipeline(fill));
  expect(cold.status).toBe('success');
  expect(cold.output('restore-cache')).toContain('Cache go not found');
  expect(cold.output('save-cache')).toContain('Cache go stored');
  expect([...fake.caches.keys()]).toEqual(['tool', 'go']);
  const warm = await run(pipeline('stat -c %a:%u:%g deps/a/b; ls -d other'));
  expect(warm.output('restore-cache')).toContain('Cache go restored from branch/main');
  expect(warm.output('a')).toContain('640:5:6\nother\n');
  expect(warm.output('b')).toContain('Cache tool restored from branch/main');
  expect(warm.output('b')).toMatch(/\ntool\n$/);
  expect(warm.status).toBe('success');
});

it('runs the step without a cache whose archive is not valid', {
  timeout: 60_000,
  ...skipIf(docker),
}, async () => {
  const { fake, run } = await setUp();
  fake.caches.set('npm', Buffer.from('no archive'));
  const { output, status } = await run(
    `steps: [{ name: a, ${image}, cache: { key: npm, paths: deps }, commands: [ls -A] }]`,
  );
  expect(status).toBe('success');
  expect(output('a')).toMatch(
    /^\[millrace\] Cache npm is damaged and was deleted: .+\n.+\n\+ ls -A\n/,
  );
});

it('caches folders outside of the clone folder', {
  timeout: 60_000,
  ...skipIf(docker),
}, async () => {
  if (typeof docker === 'string') return;
  const [root, node] = [
    await makeUserImage(docker, 'USER root'),
    await makeUserImage(docker, 'USER node'),
  ];
  onTestFinished(async () => {
    for (const name of [root, node]) await docker.getImage(name).remove({ force: true });
  });
  const { fake, run } = await setUp();
  const pipeline = (first: string, second: string) => `
cache: { key: all, paths: [deps, ~/.npm, /go/pkg/mod] }
steps:
  - { name: a, image: "${root}", pull: never, commands: ["${first}"] }
  - { name: b, image: "${node}", pull: never, cache: { key: own, paths: ~/.cache }, commands: ["${second}"] }`;
  const cold = await run(
    pipeline(
      'mkdir deps /root/.npm/a; echo x > deps/x; echo y > /root/.npm/a/y; ln /root/.npm/a/y /root/.npm/z; ls -d /go/pkg/mod',
      'cat ~/.npm/z; echo more >> ~/.npm/a/y; echo c > /home/node/.cache/c',
    ),
  );
  expect(cold.output('b')).toContain('\ny\n');
  expect(cold.output('b')).toContain('Cache own stored');
  expect(cold.output('save-cache')).toContain('/go/pkg/mod not found, the cache is without it');
  expect(cold.status).toBe('success');
  const warm = await run(
    pipeline(
      'cat deps/x /root/.npm/a/y; echo again >> /root/.npm/z',
      'ls -A ~/.npm; tail -n 1 ~/.npm/a/y; cat ~/.cache/c; touch ~/.cache/d; stat -c %U ~/.cache ~/.npm/z',
    ),
  );
  expect(warm.output('restore-cache')).toContain('Cache all restored from branch/main');
  expect(warm.output('a')).toContain('\nx\ny\nmore\n');
  expect(warm.output('b')).toMatch(/\na\nz\nagain\nc\nnode\nnode\n$/);
  expect(warm.status).toBe('success');
  expect([...fake.caches.keys()]).toEqual(['own', 'all']);
});
