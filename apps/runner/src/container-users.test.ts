import { findDockerHost } from '@millrace/test-support/docker-host';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDockerEngine } from './engines/docker/docker-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { GitRepository } from './testing/git-repository.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';
import { makeUserImage } from './testing/user-image.ts';

const docker = await findDockerHost();

async function setUp() {
  const repository = new GitRepository(await temporaryDirectory());
  const after = repository.commit('greeting', 'hello\n');
  const workDir = await temporaryDirectory();
  const fake = new FakeServer();
  const engines = [createDockerEngine({ workDir, killGraceMs: 1000 })];
  const runner = startRunner({ api: fake.api, machine: 'host', capacity: 1, workDir, engines });
  onTestFinished(() => runner.stop());
  const run = async (steps: string) => {
    const config = `kind: pipeline\ntype: docker\nsteps:\n${steps}`;
    const repo = { timeout: 0, git_http_url: repository.path };
    fake.enqueue(makeDetails({ config, repo, build: { after }, stage: { id: 7, type: 'docker' } }));
    const { status } = await fake.untilFinished(7);
    return { status, output: (name: string) => fake.outputOf(fake.step(name, 7)) };
  };
  return { run };
}

/** Commands that fail unless the user of the step may do everything with the files of the clone folder. */
const work = 'commands: [git status --short, echo changed >> greeting, chmod 600 greeting]';

if (typeof docker === 'string') {
  it.skip(`steps of several users (${docker})`);
} else {
  describe('steps of several users', { timeout: 60_000 }, () => {
    let images: string[] = [];
    let [number, name, root, bare] = ['', '', '', ''];
    beforeAll(async () => {
      const changes = ['USER 1000', 'USER node', 'USER root', 'ENV PATH=/none'];
      images = await Promise.all(changes.map((change) => makeUserImage(docker, change)));
      [number = '', name = '', root = '', bare = ''] = images.map((image) => `image: "${image}"`);
    }, 60_000);
    afterAll(async () => {
      for (const image of images) await docker.getImage(image).remove({ force: true });
    });

    it('own the files in turn', async () => {
      const { run } = await setUp();
      const { status, output } = await run(`
  - { name: a, ${number}, ${work} }
  - { name: b, ${name}, commands: [id -u, echo $HOME, git status --short, echo more >> greeting, mkdir -m 700 own, echo x > own/file] }
  - { name: c, ${root}, commands: [git diff --summary, cat greeting, rm -r own] }
  - { name: d, ${root}, user: "2000:3000", commands: [git checkout --quiet greeting, git status --short, stat -c %u .git greeting] }`);
      expect(output('b')).toContain('\n1234\n+ echo $HOME\n/home/node\n');
      expect(output('b')).toContain('\n M greeting\n');
      expect(output('c')).toContain('+ git diff --summary\n+ cat greeting\nhello\nchanged\nmore\n');
      expect(output('d')).toMatch(
        /\+ git status --short\n\+ stat -c %u .git greeting\n2000\n2000\n$/,
      );
      expect(status).toBe('success');
    });

    it('share the files while they run together', async () => {
      const { run } = await setUp();
      const waiting = (own: string, others: string[]) => {
        const wait = others.map((other) => `until test -e ${other}; do sleep 0.1; done`);
        return `depends_on: [clone], commands: [${[`touch ${own}`, ...wait, `echo ${own} >> greeting`, 'git status --short'].join(', ')}]`;
      };
      const { status, output } = await run(`
  - { name: a, ${number}, ${waiting('one', ['two', 'three'])} }
  - { name: b, ${name}, ${waiting('two', ['one', 'three'])} }
  - { name: c, ${root}, ${waiting('three', ['one', 'two'])} }
  - { name: d, ${name}, depends_on: [a, b, c], commands: [rm one two three, sort greeting] }`);
      expect(output('d')).toContain('hello\none\nthree\ntwo\n');
      expect(status).toBe('success');
    });

    it('run without the files if their image cannot change them', async () => {
      const { run } = await setUp();
      const { status, output } = await run(`  - { name: a, ${bare}, user: node, commands: [pwd] }`);
      expect(output('a')).toMatch(
        /^\[millrace\] The user node may be unable to write files of the workspace: .*"chown"/,
      );
      expect(output('a')).toContain('/drone/src\n');
      expect(status).toBe('success');
    });

    it('do not change files behind links and in volumes', async () => {
      const { run } = await setUp();
      const { status, output } = await run(`
  - { name: a, ${root}, commands: [ln -s /etc/passwd link, ln -s /etc folder] }
  - { name: b, ${name}, volumes: [{ name: data, path: /drone/src/data }], commands: [stat -c %u /etc/passwd /etc data, stat -c %u link folder] }
volumes: [{ name: data, temp: {} }]`);
      expect(output('b')).toMatch(/\n0\n0\n0\n.*\n1234\n1234\n$/);
      expect(status).toBe('success');
    });
  });
}
