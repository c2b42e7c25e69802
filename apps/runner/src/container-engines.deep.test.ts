import { sampleStage } from '@millrace/contract/testing';
import {
  findContainerProblem,
  findDockerHost,
  testImage,
} from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import {
  findClusterProblem,
  startStepsCluster,
  type TestCluster,
} from '@millrace/test-support/test-cluster';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDockerEngine } from './engines/docker/docker-engine.ts';
import { startRunner } from './start-runner.ts';
import { createClusterEngine } from './testing/cluster-engine.ts';
import { FakeServer } from './testing/fake-server.ts';
import { GitRepository } from './testing/git-repository.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';
import { makeUserImage } from './testing/user-image.ts';

const docker = await findDockerHost();
/** Why this Docker cannot run privileged containers, as in a container without all rights. */
const privilegeProblem =
  typeof docker === 'string' ? docker : await findContainerProblem(docker, { Privileged: true });
const image = `image: "${testImage}", pull: if-not-exists`;

interface StageChoices {
  after?: string;
  repository?: string;
  trusted?: boolean;
  /** Names of the stages of the build. */
  stages?: string[];
}

/** The same pipelines give the same results, whichever engine runs their containers. */
describe.each(['docker', 'kubernetes'])(
  'containers of %s',
  { timeout: 60_000, ...skipIf(docker) },
  (kind) => {
    const problem = kind === 'kubernetes' ? findClusterProblem() : undefined;
    let cluster: TestCluster | undefined;
    beforeAll(async () => {
      if (kind === 'docker' || problem) return;
      cluster = await startStepsCluster();
    }, 120_000);
    afterAll(() => cluster?.stop());

    async function setUp() {
      const workDir = await temporaryDirectory();
      const fake = new FakeServer();
      const engine = cluster
        ? createClusterEngine(cluster, {
            workDir,
            type: 'docker',
            pods: { security: 'privileged' },
          })
        : createDockerEngine({ workDir, killGraceMs: 500 });
      const runner = startRunner({
        api: fake.api,
        machine: 'host',
        capacity: 1,
        workDir,
        engines: [engine],
      });
      onTestFinished(() => runner.stop());
      let id = 700;
      const start = (parts: string, build: StageChoices = {}) => {
        const { after, repository, trusted = false, stages = [] } = build;
        const stage = { id: ++id, type: 'docker' };
        const clone = repository ? '' : 'clone: { disable: true }\n';
        const repo = { timeout: 0, trusted, ...(repository ? { git_http_url: repository } : {}) };
        const config = `kind: pipeline\ntype: docker\n${clone}${parts}`;
        const facts = {
          ...(after ? { after } : {}),
          ...(stages.length > 0 ? { stages: stages.map((name) => sampleStage({ name })) } : {}),
        };
        fake.enqueue(makeDetails({ config, repo, stage, build: facts }));
        const ended = fake.untilFinished(stage.id);
        const output = (name: string) => fake.outputOf(fake.step(name, stage.id));
        const statusOf = (name: string) => fake.step(name, stage.id)?.status;
        return { ended, output, statusOf };
      };
      return { fake, start };
    }

    it('fetch the sources, and share them', skipIf(problem), async () => {
      const repository = new GitRepository(await temporaryDirectory());
      const after = repository.commit('greeting', 'hello\n');
      const { start } = await setUp();
      const steps = `steps: [{ name: a, ${image}, commands: [cp greeting copy] }, { name: b, ${image}, commands: [cat copy, pwd] }]`;
      const { ended, output } = start(steps, { after, repository: repository.path });
      expect(await ended).toMatchObject({ status: 'success' });
      expect(output('b')).toBe('+ cat copy\nhello\n+ pwd\n/drone/src\n');
    });

    it('share volumes', skipIf(problem), async () => {
      const { start } = await setUp();
      const mount = 'volumes: [{ name: data, path: /data }]';
      const { ended, output } = start(`volumes: [{ name: data, temp: {} }]
steps:
  - { name: a, ${image}, ${mount}, commands: [echo kept > /data/file] }
  - { name: b, ${image}, ${mount}, commands: [cat /data/file] }`);
      expect(await ended).toMatchObject({ status: 'success' });
      expect(output('b')).toContain('kept\n');
    });

    it('clean up after a cancel, with the files of the steps', skipIf(problem), async () => {
      const { fake, start } = await setUp();
      const mount = 'volumes: [{ name: data, path: /data }]';
      const { ended, output, statusOf } = start(`volumes: [{ name: data, temp: {} }]
steps:
  - { name: a, ${image}, ${mount}, commands: [echo kept > /data/file, echo up, sleep 1000] }
  - { name: b, ${image}, ${mount}, commands: [cat /data/file, 'echo "$DRONE_BUILD_STATUS"'], when: { status: [killed] } }`);
      await fake.until(() => output('a').includes('\nup\n'));
      fake.cancel(70);
      expect(await ended).toMatchObject({ status: 'killed' });
      expect([statusOf('a'), statusOf('b')]).toEqual(['killed', 'success']);
      expect(output('b')).toMatch(/\nkept\n.*\nkilled\n/s);
    });

    it('wait for services that are ready, and reach them by name', skipIf(problem), async () => {
      const { start } = await setUp();
      const { ended, output, statusOf } = start(`services:
  - { name: web, ${image}, commands: [sleep 1, mkdir www, echo served > www/index.html, httpd -f -p 8000 -h www], ready: { tcp: 8000, within: 30s } }
steps:
  - { name: a, ${image}, commands: ['wget -q -O - http://web:8000/'] }`);
      expect(await ended).toMatchObject({ status: 'success' });
      expect(output('a')).toContain('served\n');
      expect(statusOf('web')).toBe('success');
    });

    it('fail with a service that does not become ready', skipIf(problem), async () => {
      const { start } = await setUp();
      const { ended, statusOf } = start(`services:
  - { name: web, ${image}, commands: [sleep 60], ready: { tcp: 8000, within: 2s } }
steps:
  - { name: a, ${image}, commands: [echo never] }`);
      const { status, error } = await ended;
      expect({ status, error }).toEqual({
        status: 'error',
        error: 'The service was not ready within 2 seconds',
      });
      expect(statusOf('a')).toBe('skipped');
    });

    it('end detached steps with the stage', skipIf(problem), async () => {
      const { start } = await setUp();
      const { ended, statusOf } = start(`steps:
  - { name: a, ${image}, detach: true, commands: [sleep 60] }
  - { name: b, ${image}, commands: [echo done] }`);
      expect(await ended).toMatchObject({ status: 'success' });
      expect([statusOf('a'), statusOf('b')]).toEqual(['success', 'success']);
    });

    it('end a step after its time', skipIf(problem), async () => {
      const { start, fake } = await setUp();
      const { ended } = start(`steps: [{ name: a, ${image}, timeout: 3s, commands: [sleep 60] }]`);
      expect(await ended).toMatchObject({ status: 'failure', failure_cause: 'timeout' });
      expect(fake.step('a')).toMatchObject({ exit_code: 124, error: 'Timed out after 3 seconds' });
    });

    it('end with a cancelled build', skipIf(problem), async () => {
      const { start, fake } = await setUp();
      const { ended, output, statusOf } = start(
        `steps: [{ name: a, ${image}, commands: [echo up, sleep 60] }, { name: b, ${image}, commands: [echo never] }]`,
      );
      await fake.until(() => output('a').includes('\nup\n'));
      fake.cancel(70);
      expect(await ended).toMatchObject({ status: 'killed' });
      expect([statusOf('a'), statusOf('b')]).toEqual(['killed', 'skipped']);
    });

    it('refuse privileges to a repository that is not trusted', skipIf(problem), async () => {
      const { start } = await setUp();
      const { ended } = start(`steps: [{ name: a, ${image}, privileged: true, commands: [id] }]`);
      const { status, error } = await ended;
      expect(status).toBe('error');
      expect(error).toContain('trusted');
    });

    it('give privileges to a step of a trusted repository alone', skipIf(problem), async () => {
      const { start } = await setUp();
      const command = 'mount -t tmpfs none /mnt && echo mounted || echo refused';
      const steps = `steps: [{ name: a, ${image}, commands: ['${command}'] }, { name: b, ${image}, privileged: true, commands: ['${command}'] }]`;
      const { ended, output } = start(steps, { trusted: true });
      const { status, error } = await ended;
      // A Docker without all rights refuses the container, because it asks for them.
      if (privilegeProblem) expect(error).toContain('operation not permitted');
      else {
        expect({ status, error }).toEqual({ status: 'success', error: '' });
        expect(output('b')).toContain('\nmounted\n');
      }
      expect(output('a')).toContain('\nrefused\n');
    });

    it('send artifacts, reports and summaries', skipIf(problem), async () => {
      const { start, fake } = await setUp();
      const { ended } = start(
        `steps: [{ name: a, ${image}, artifacts: ['dist/**'], reports: { junit: '**/b' }, summary: dist/a, commands: [mkdir dist, echo a > dist/a, echo b > dist/b, exit 3] }]`,
      );
      expect(await ended).toMatchObject({ status: 'failure', exit_code: 3 });
      expect(Object.fromEntries(fake.files)).toEqual({
        'artifact dist/a': 'a\n',
        'artifact dist/b': 'b\n',
        'junit dist/b': 'b\n',
        'summary dist/a': 'a\n',
      });
    });

    it('restore and store caches', skipIf(problem), async () => {
      const { start } = await setUp();
      const pipeline = (command: string) =>
        `cache: { key: go, paths: [deps] }\nsteps: [{ name: a, ${image}, commands: ["${command}"] }]`;
      const fill = 'mkdir deps; echo x > deps/b; chown 5:6 deps/b; chmod 640 deps/b';
      const cold = start(pipeline(fill));
      expect(await cold.ended).toMatchObject({ status: 'success' });
      expect(cold.output('save-cache')).toContain('Cache go stored');
      const warm = start(pipeline('stat -c %a:%u:%g deps/b'));
      expect(await warm.ended).toMatchObject({ status: 'success' });
      expect(warm.output('a')).toContain('640:5:6\n');
    });

    it('restore and store folders outside of the clone folder', skipIf(problem), async () => {
      if (typeof docker === 'string') return;
      const { start } = await setUp();
      const root = await makeUserImage(docker, 'USER root');
      onTestFinished(() => docker.getImage(root).remove({ force: true }));
      const pipeline = (command: string) =>
        `cache: { key: go, paths: [/go/pkg/mod, ~/.npm] }\nsteps: [{ name: a, image: "${root}", pull: if-not-exists, commands: ["${command}"] }]`;
      const cold = start(pipeline('echo x > /go/pkg/mod/x; echo y > ~/.npm/y'));
      expect(await cold.ended).toMatchObject({ status: 'success' });
      expect(cold.output('save-cache')).toContain('Cache go stored');
      const warm = start(pipeline('cat /go/pkg/mod/x /root/.npm/y'));
      expect(await warm.ended).toMatchObject({ status: 'success' });
      expect(warm.output('a')).toContain('\nx\ny\n');
    });

    it('download artifacts of other stages', skipIf(problem), async () => {
      const { start, fake } = await setUp();
      fake.artifacts.set('build', [
        { path: 'dist/a', content: 'echo new', isExecutable: true },
        { path: 'dist/b', content: 'a', linkTarget: 'a' },
      ]);
      const { ended, output } = start(
        `name: default
depends_on: [build]
artifacts_from: { pipeline: build, to: from }
steps: [{ name: a, ${image}, commands: [from/dist/b, stat -c %a from/dist/a] }]
---
kind: pipeline
name: build
steps: [{ name: a, ${image}, commands: [a] }]`,
        { stages: ['build', 'default'] },
      );
      expect(await ended).toMatchObject({ status: 'success' });
      expect(output('a')).toMatch(/new\n.*755\n$/s);
    });

    it('pass outputs on, and mask them', skipIf(problem), async () => {
      const { start } = await setUp();
      const { ended, output } = start(`steps:
  - { name: a, ${image}, commands: ['echo VERSION=7 >> $DRONE_OUTPUT', 'echo KEY=rye-4711 >> $DRONE_OUTPUT_SECRET'] }
  - { name: b, ${image}, commands: ['echo "<$VERSION $KEY>"'] }`);
      expect(await ended).toMatchObject({ status: 'success' });
      expect(output('b')).toMatch(/<7 \*+>\n/);
    });

    it('run steps after a failure, and ignore failures', skipIf(problem), async () => {
      const { start } = await setUp();
      const { ended, statusOf } = start(`steps:
  - { name: a, ${image}, failure: ignore, commands: [exit 1] }
  - { name: b, ${image}, commands: [exit 2] }
  - { name: c, ${image}, commands: [echo never] }
  - { name: d, ${image}, when: { status: [failure] }, commands: [echo after] }`);
      expect(await ended).toMatchObject({ status: 'failure', exit_code: 2 });
      expect(['a', 'b', 'c', 'd'].map(statusOf)).toEqual([
        'failure',
        'failure',
        'skipped',
        'success',
      ]);
    });

    it('give the files to the user of each step', skipIf(problem), async () => {
      if (typeof docker === 'string') return;
      const repository = new GitRepository(await temporaryDirectory());
      const after = repository.commit('greeting', 'hello\n');
      const changes = ['USER node', 'USER root'];
      const users = await Promise.all(changes.map((change) => makeUserImage(docker, change)));
      onTestFinished(async () => {
        for (const name of users) await docker.getImage(name).remove({ force: true });
      });
      const [node, root] = users.map((name) => `image: "${name}", pull: if-not-exists`);
      const { start } = await setUp();
      const { ended, output } = start(
        `steps:
  - { name: a, ${node}, depends_on: [clone], commands: [echo more >> greeting, chmod 600 greeting, git status --short] }
  - { name: b, ${root}, depends_on: [a], commands: [git status --short] }
  - { name: c, ${root}, user: "2000", depends_on: [b], commands: [rm greeting, git status --short] }
  - { name: d, ${node}, depends_on: [c], commands: [touch one, until test -e two; do sleep 0.1; done] }
  - { name: e, ${root}, depends_on: [c], commands: [touch two, until test -e one; do sleep 0.1; done, git status --short] }`,
        { after, repository: repository.path },
      );
      expect(await ended).toMatchObject({ status: 'success' });
      expect(output('a')).toContain('\n M greeting\n');
      expect(output('b')).toContain('\n M greeting\n');
      expect(output('c')).toContain('\n D greeting\n');
      expect(output('e')).toContain('\n?? one\n?? two\n');
    });

    it('run an entrypoint as a user of the file', skipIf(problem), async () => {
      const { start } = await setUp();
      const { ended, output } = start(
        `steps: [{ name: a, ${image}, entrypoint: [id, -u], user: "1234" }]`,
      );
      expect(await ended).toMatchObject({ status: 'success' });
      expect(output('a')).toBe('1234\n');
    });
  },
);
