import { readdir } from 'node:fs/promises';
import { FileRefusal } from '@millrace/contract/runner';
import { sampleStage } from '@millrace/contract/testing';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDockerEngine } from './engines/docker/docker-engine.ts';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

const docker = await findDockerHost();
const types = [
  { type: 'exec', create: createProcessEngine, missing: false as const },
  { type: 'docker', create: createDockerEngine, missing: typeof docker === 'string' && docker },
];

describe.each(types)('a pipeline of type $type', ({ type, create, missing }) => {
  const options = { timeout: 60_000, ...skipIf(missing) };

  async function setUp() {
    const workDir = await temporaryDirectory();
    const fake = new FakeServer();
    const engines = [create({ workDir, killGraceMs: 1000 })];
    const runner = startRunner({ api: fake.api, machine: 'host', capacity: 1, workDir, engines });
    onTestFinished(() => runner.stop());
    let id = 700;
    /** Runs a stage that takes artifacts of others, and then these commands. */
    const run = async (artifactsFrom: string, commands: string[], more = '') => {
      const stage = { id: ++id, type, name: 'deploy' };
      const before = ['build', 'test', 'absent'].map(
        (name) => `---\nkind: pipeline\ntype: ${type}\nname: ${name}\nsteps: []\n`,
      );
      const step = { name: 'a', image: testImage, pull: 'never', commands };
      const config = `kind: pipeline
type: ${type}
name: deploy
clone: { disable: true }
depends_on: [build, test, absent]
artifacts_from: ${artifactsFrom}
steps: [${JSON.stringify(step)}]
${more}${before.join('')}`;
      const stages = ['build', 'test', 'deploy'].map((name) => sampleStage({ name }));
      fake.enqueue(makeDetails({ config, repo: { timeout: 0 }, stage, build: { stages } }));
      const { status } = await fake.untilFinished(stage.id);
      const download = fake.step('download-artifacts', stage.id);
      const output = (name: string) => fake.outputOf(fake.step(name, stage.id));
      return { status, output, error: download?.error };
    };
    return { fake, run, workDir };
  }

  it('gets artifacts with their modes and links', options, async () => {
    const { fake, run, workDir } = await setUp();
    fake.artifacts.set('build', [
      { path: 'dist/app', content: 'echo app', isExecutable: true },
      { path: 'dist/deep/größe', content: 'x' },
      { path: 'dist/link', content: 'app', linkTarget: 'app' },
    ]);
    const show = ['dist/link', 'stat -c %a dist/app dist/deep/größe', 'cat dist/deep/größe'];
    const { status, output } = await run('build', show);
    expect(output('download-artifacts')).toMatch(
      /^\[millrace\] "build": 3 artifacts, 12 bytes\n\[millrace\] Downloaded 3 artifacts, 12 bytes in \d+\.\d s\n$/,
    );
    expect(output('a')).toMatch(/app\n.*\n?755\n644\n.*\n?x$/s);
    expect(status).toBe('success');
    await expect.poll(() => readdir(workDir)).not.toContain(expect.stringContaining('spool'));
  });

  it('gets those that match, in a folder, and the last one of each path', options, async () => {
    const { fake, run } = await setUp();
    fake.artifacts.set('build', [
      { path: 'out/a', content: 'build' },
      { path: 'out/b', content: 'build' },
      { path: 'out/b', content: 'build again' },
      { path: 'log', content: 'build' },
    ]);
    fake.artifacts.set('test', [{ path: 'out/a', content: 'test' }]);
    const from = '[{ pipeline: build, paths: out, to: x/y }, { pipeline: test, to: x/y }, absent]';
    const { status, output } = await run(from, [
      'find . -type f | sort',
      'cat x/y/out/a x/y/out/b',
    ]);
    expect(output('download-artifacts')).toContain('[millrace] "build": 2 artifacts, 16 bytes\n');
    expect(output('download-artifacts')).toContain(
      '[millrace] "absent" is not part of this build\n',
    );
    expect(output('a')).toContain('./x/y/out/a\n./x/y/out/b\n');
    expect(output('a')).not.toContain('log');
    expect(output('a')).toMatch(/testbuild again$/);
    expect(status).toBe('success');
  });

  it('fails if an artifact is not what the server has stored', options, async () => {
    const { fake, run } = await setUp();
    fake.artifacts.set('build', [
      { path: 'a', content: 'good' },
      { path: 'b', content: 'good', sent: 'evil' },
    ]);
    const wrong = await run('build', ['echo ran']);
    expect([wrong.status, wrong.error]).toEqual([
      'error',
      'The artifact b cannot be downloaded: The content does not match its SHA-256',
    ]);
    expect(wrong.output('a')).toBe('');
    fake.artifacts.set('build', [{ path: 'b', content: 'good', sent: 'short' }]);
    expect((await run('build', ['echo ran'])).error).toContain('Expected 4 bytes, got more');
  });

  it('fails if the server refuses, or a path is not allowed', options, async () => {
    const { fake, run } = await setUp();
    fake.artifacts.set('build', [{ path: 'a', content: 'a' }]);
    fake.failOnce('listEarlierArtifacts', new FileRefusal('Not Found'));
    expect((await run('build', ['echo ran'])).error).toBe(
      'The artifacts of "build" cannot be downloaded: Not Found',
    );
    fake.failOnce('loadEarlierArtifact', new FileRefusal('The artifact was deleted'));
    expect((await run('build', ['echo ran'])).error).toBe(
      'The artifact a cannot be downloaded: The artifact was deleted',
    );
    fake.artifacts.set('build', [{ path: '../a', content: 'a' }]);
    expect((await run('build', ['echo ran'])).error).toBe('The artifact ../a leads elsewhere');
    fake.artifacts.set('build', [{ path: 'l', content: '/etc', linkTarget: '/etc' }]);
    const link = await run('build', ['echo ran']);
    expect(link.error).toBe('The artifact l is a link that leads elsewhere');
    fake.artifacts.set('build', [
      { path: 'a', content: '' },
      { path: 'a/b', content: '' },
    ]);
    const both = await run('build', ['echo ran']);
    expect(both.error).toBe('a is one artifact, and the folder of another');
    expect(both.status).toBe('error');
  });

  it('tries again if the connection fails', options, async () => {
    const { fake, run } = await setUp();
    fake.artifacts.set('build', [{ path: 'a', content: 'a' }]);
    fake.failOnce('listEarlierArtifacts');
    fake.failOnce('loadEarlierArtifact');
    expect((await run('build', ['cat a'])).status).toBe('success');
  });

  it('gets artifacts before its caches', options, async () => {
    const { fake, run } = await setUp();
    fake.artifacts.set('build', [{ path: 'lock', content: 'a' }]);
    const cache = 'cache: { key: \'npm-{{ checksum "lock" }}\', paths: deps }\n';
    const { status } = await run('build', ['mkdir deps; touch deps/x'], cache);
    expect(status).toBe('success');
    expect([...fake.caches.keys()]).toEqual([
      'npm-ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
    ]);
  });
});
