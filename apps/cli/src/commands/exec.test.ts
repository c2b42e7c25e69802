import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';

import { dirname, join } from 'node:path';
import type { Build } from '@millrace/contract/api';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExecTree, execPipeline, platform } from '../../testing/exec-tree.ts';

let tree: ExecTree;
let dir: string;
let temporary: string;
beforeEach(async () => {
  tree = await ExecTree.create();
  ({ dir, temporary } = tree);
});
afterEach(() => tree.remove());

const git: ExecTree['git'] = (...args) => tree.git(...args);
const write: ExecTree['write'] = (files) => tree.write(files);
const commit: ExecTree['commit'] = (...args) => tree.commit(...args);
const start = (...args: string[]) => tree.start(args);
const exec = (...args: string[]) => tree.exec(args);

/** Returns the lines that the step named `work` prints, without its commands. */
async function runWork(...args: string[]): Promise<string[]> {
  const { stdout } = await exec(...args);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('work | ') && !line.startsWith('work | +'))
    .map((line) => line.slice('work | '.length));
}

const work = (...commands: string[]) =>
  execPipeline(`  - { name: work, commands: ${JSON.stringify(commands)} }\n`);

it('runs the pipelines of a branch that has the name of a tag', async () => {
  await commit({ '.drone.yml': work('echo $DRONE_BRANCH $DRONE_REPO_BRANCH') });
  await git('tag', 'main');
  expect(await runWork()).toEqual(['main main']);
});

it('runs the pipelines of a folder too', async () => {
  await commit({ '.drone/b.yml': work('echo of the folder') });
  expect(await runWork('--folder', '.drone')).toEqual(['of the folder']);
  await commit({ '.drone.yml': work('echo of the file').replace('default', 'main') });
  const { stderr } = await exec('--folder', '.drone');
  expect(stderr).toMatch(/^ {2}main: success$/m);
  expect(stderr).toMatch(/^ {2}default: success$/m);
  await commit({ '.drone/b.yml': 'kind: pipeline\nsteps: 3\n' });
  expect((await exec('--folder', '.drone')).stderr).toMatch(/^\.drone\/b\.yml: line 2, /m);
});

describe('exit codes', () => {
  it('is 0 if the build succeeds', async () => {
    await commit({ '.drone.yml': work('true') });
    expect(await exec()).toMatchObject({ exitCode: 0 });
  });

  it('is 1 if the build fails, and the end of the output says how', async () => {
    await commit({ '.drone.yml': work('exit 7') });
    const { exitCode, stderr } = await exec();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /status failure\.\n {2}default: failure, exit code 7\n {4}clone: success\n/,
    );
  });

  it.each([
    ['an invalid file', 'kind: pipeline\nsteps: 1\n', [], /\.drone\.yml: .*steps/],
    ['an unknown option', 'kind: pipeline\n', ['--fast'], /Unknown option '--fast'/],
    ['an absent file', work('true'), ['absent.yml'], /absent\.yml cannot be read/],
    ['an unknown stage', work('true'), ['--stage', 'other'], /no stage named "other".*default/],
    ['an unknown step', work('true'), ['--step', 'other'], /has a step named "other"/],
    ['a tag without a name', work('true'), ['--event', 'tag'], /--ref refs\/tags\/NAME/],
    ['an unknown event', work('true'), ['--event', 'pus'], /event: /],
    ['a wrong time limit', work('true'), ['--timeout', 'soon'], /whole number of minutes/],
    ['a parameter without a value', work('true'), ['--param', 'A'], /NAME=value/],
  ])('is 2 for %s', async (_, text, args, message) => {
    await commit({ '.drone.yml': text });
    const { exitCode, stderr } = await exec(...args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(message) });
  });

  it('is 3 if no stage can run on this machine', async () => {
    await commit({ '.drone.yml': 'kind: pipeline\ntype: ssh\nname: far\nsteps: []\n' });
    const { exitCode, stderr } = await exec();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: expect.stringContaining('The stage far cannot run here: pipelines of the type ssh'),
    });
  });

  it('is 0 if there is nothing to run', async () => {
    await commit({ '.drone.yml': execPipeline('  []\n', 'trigger: { event: tag }') });
    const { exitCode, stderr } = await exec();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining('Nothing to run'),
    });
  });

  it('is 130 after Ctrl-C, which cancels the build and removes its files', async () => {
    const mark = join(dirname(dir), 'mark');
    const sleep = `sleep ${600 + process.pid}`;
    await commit({ '.drone.yml': work(`touch ${mark}`, sleep) });
    const running = start();
    await vi.waitUntil(() => existsSync(mark), 60_000);
    running.kill('SIGINT');
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('    work: killed, exit code 130');
    expect(await readdir(temporary)).toEqual([]);
    expect((await execa('pgrep', ['-fx', sleep], { reject: false })).stdout).toBe('');
  });

  it('is 130 after Ctrl-C, which lets steps clean up until the second one', async () => {
    const mark = join(dirname(dir), 'mark');
    const later = (name: string, commands: string) =>
      `  - { name: ${name}, commands: [${commands}], when: { status: [killed] } }\n`;
    const steps = [
      `\n  - { name: work, commands: [touch ${mark}, sleep 1000] }\n`,
      later('clean', `touch ${mark}-2`),
      later('hang', `touch ${mark}-3, sleep 1000`),
    ];
    await commit({ '.drone.yml': execPipeline(steps.join('')) });
    const running = start();
    await vi.waitUntil(() => existsSync(mark), 60_000);
    running.kill('SIGINT');
    await vi.waitUntil(() => existsSync(`${mark}-3`), 60_000);
    running.kill('SIGINT');
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(130);
    expect(existsSync(`${mark}-2`)).toBe(true);
    expect(stderr).toContain('    clean: success');
    expect(stderr).toContain('    hang: killed, exit code 130');
  });
});

describe('the workspace', () => {
  it('has the files as they are now, on the commit', async () => {
    await commit({
      '.drone.yml': '',
      '.gitignore': 'ignored\n',
      tracked: 'old\n',
      gone: 'old\n',
      'sub/run.sh': 'echo hi\n',
    });
    await symlink('tracked', join(dir, 'link'));
    await chmod(join(dir, 'sub/run.sh'), 0o755);
    await rm(join(dir, 'gone'));
    await write({
      '.drone.yml': work('git status --short', 'sub/run.sh', 'cat link', 'git log --format=%s'),
      tracked: 'new\n',
      untracked: 'new\n',
      ignored: 'secret\n',
    });
    expect(await runWork()).toEqual([
      ' M .drone.yml',
      ' D gone',
      ' M sub/run.sh',
      ' M tracked',
      '?? link',
      '?? untracked',
      'hi',
      'new',
      'Change',
    ]);
  });

  it('does not write to the files of the user', async () => {
    await commit({
      '.drone.yml': work('rm -rf sub', 'echo x > new', 'git commit -qam x'),
      'sub/a': '',
    });
    const before = (await lstat(join(dir, '.git'))).mtimeMs;
    await exec();
    expect((await readdir(dir)).sort()).toEqual(['.drone.yml', '.git', 'sub']);
    expect((await lstat(join(dir, '.git'))).mtimeMs).toBe(before);
    expect((await git('log', '--format=%s')).stdout).toBe('Change');
  });

  it('works outside of a repository', async () => {
    await write({ '.drone.yml': work('cat a/b', 'echo $DRONE_REPO'), 'a/b': 'here\n' });
    expect(await runWork()).toEqual(['here', 'local/tree']);
  });

  it('copies names of any bytes, links and modes from outside of a repository, and names the rest', async () => {
    const list =
      'for f in *; do test -e "./$f" || echo missing; done; cat $(printf "f\\377")/*; stat -c %a tool';
    await write({ '.drone.yml': work(list), tool: '' });
    await chmod(join(dir, 'tool'), 0o750);
    const folder = Buffer.concat([Buffer.from(`${dir}/f`), Buffer.of(0xff)]);
    await mkdir(folder);
    await writeFile(Buffer.concat([folder, Buffer.from('/'), Buffer.of(0xe9)]), 'here\n');
    await symlink(folder.subarray(dir.length + 1), join(dir, 'link'));
    execFileSync('/usr/bin/mkfifo', [join(dir, 'pipe')]);
    expect(await runWork()).toEqual(['here', '755']);
    expect((await exec()).stderr).toContain('pipe is not copied, because it is neither a file');
  });

  it('works in a repository without commits', async () => {
    await git('init', '--quiet', '--initial-branch=main');
    await write({ '.drone.yml': work('ls', 'git status --short') });
    expect(await runWork()).toEqual(['?? .drone.yml']);
  });

  it('works with a detached HEAD', async () => {
    await commit({ '.drone.yml': work('git rev-parse HEAD', 'echo $DRONE_BRANCH') });
    await git('checkout', '--quiet', '--detach');
    const { stdout } = await git('rev-parse', 'HEAD');
    expect(await runWork()).toEqual([stdout, 'main']);
  });

  it('works in another worktree of a repository, and in one of its folders', async () => {
    await commit({ '.drone.yml': work('git log --format=%s', 'ls'), 'a/b': '' }, 'First');
    await git('worktree', 'add', '--quiet', '-b', 'side', '../side');
    dir = join(dirname(dir), 'side', 'a');
    expect(await runWork()).toEqual(['First', 'a']);
  });

  it('leaves submodules empty, as a clone does', async () => {
    await commit({ file: 'inner\n' });
    const inner = dir;
    dir = join(dirname(dir), 'outer');
    await mkdir(dir);
    await commit({ '.drone.yml': work('ls -A inner', 'git submodule status | cut -c 1') });
    await git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'inner');
    await git('commit', '--quiet', '--all', '--message', 'Add');
    expect(await runWork()).toEqual(['-']);
  });

  it('has files with any name', async () => {
    await commit({ '.drone.yml': work('ls') });
    const names = ["it's $HOME", 'new\nline', 'ümläut'];
    for (const name of names) await writeFile(join(dir, name), '');
    await writeFile(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x66, 0xff])]), '');
    await writeFile(join(dir, '.drone.yml'), work('ls -1 | wc -l | tr -d " "'));
    expect(await runWork()).toEqual(['5']);
  });
});

describe('the build', () => {
  it('describes the commit and its remote', async () => {
    const names = [
      'REPO',
      'BRANCH',
      'COMMIT_AUTHOR_EMAIL',
      'COMMIT_MESSAGE',
      'REMOTE_URL',
      'BUILD_EVENT',
    ];
    await commit({ '.drone.yml': work(...names.map((name) => `echo $DRONE_${name}`)) }, 'Say it');
    await git('remote', 'add', 'origin', 'https://me:token@git.example.com/octo/cat.git');
    expect(await runWork()).toEqual([
      'octo/cat',
      'main',
      'ada@example.com',
      'Say it',
      'https://git.example.com/octo/cat.git',
      'push',
    ]);
  });

  it('has the properties of the options', async () => {
    await commit({ '.drone.yml': work('echo $DRONE_BUILD_EVENT $DRONE_DEPLOY_TO $BY_HAND') });
    const args = ['--event', 'promote', '--target', 'production', '--param', 'BY_HAND=a=b'];
    expect(await runWork(...args)).toEqual(['promote production a=b']);
  });

  it('has the properties of a file', async () => {
    await commit({
      '.drone.yml': work('echo $DRONE_BUILD_EVENT $DRONE_TAG'),
      'build.json': '{"event":"tag","ref":"refs/tags/v1"}',
    });
    expect(await runWork('--build', 'build.json')).toEqual(['tag v1']);
  });

  it('compares the files with the parent of the commit, for conditions on paths', async () => {
    const step = (name: string, path: string) =>
      `  - { name: ${name}, commands: ['true'], when: { paths: ['${path}'] } }\n`;
    await commit({ '.drone.yml': 'x' });
    await commit({
      '.drone.yml': execPipeline(step('a', 'a/**') + step('b', 'b/**') + step('c', 'c/**')),
      'a/x': '',
    });
    await write({ 'b/x': '' });
    const build: Build = JSON.parse((await exec('--json')).stdout);
    expect(build.stages?.[0]?.steps?.map(({ name }) => name)).toEqual(['clone', 'a', 'b']);
  });

  it('names secrets without a value, masks the others, and gives them their other names', async () => {
    await commit({
      '.drone.yml': `${execPipeline(`  - name: work
    environment: { A: { from_secret: first }, B: { from_secret: second }, C: { from_secret: third } }
    commands: ['echo "$A"', 'echo "\${#A} \${#B} \${#C}"']
`)}---\nkind: secret\nname: second\nget: { name: first }\n`,
      env: 'first="open sesame"\n',
    });
    const { stderr } = await exec('--secret-file', 'env');
    expect(stderr).toContain('Secrets without a value, which are empty: third');
    expect(await runWork('--secret-file', 'env')).toEqual([
      expect.stringContaining('The variable C is empty: the secret "third"'),
      '******',
      '11 11 0',
    ]);
  });

  it('runs the stages in their order, and skips those after a failure', async () => {
    const stage = (name: string, command: string, more = '') =>
      `kind: pipeline\ntype: exec\nname: ${name}\n${platform}\nclone: { disable: true }\n${more}` +
      `steps: [{ name: s, commands: ['${command}'] }]\n`;
    const text = [
      stage('one', 'echo 1'),
      stage('two', 'exit 3', 'depends_on: [one]\n'),
      stage('three', 'echo 3', 'depends_on: [two]\n'),
    ].join('---\n');
    await commit({ '.drone.yml': text });
    const { stdout, stderr } = await exec('--json');
    const build: Build = JSON.parse(stdout);
    expect(build.stages?.map(({ status }) => status)).toEqual(['success', 'failure', 'skipped']);
    expect(stderr).toMatch(/one\/s \| 1\n.*two\/s \| \+ exit 3/s);
    const alone: Build = JSON.parse((await exec('--json', '--stage', 'three')).stdout);
    expect(alone).toMatchObject({
      status: 'success',
      stages: [{ status: 'skipped' }, { status: 'skipped' }, { status: 'success' }],
    });
  });

  it('clones further repositories beside the remote, into the copy of the files', async () => {
    const more = 'clone: { repositories: [acme/library] }';
    const text = execPipeline('  - { name: work, commands: [cat library/file, cat own] }\n', more);
    await commit({ '.drone.yml': text, own: 'changed later\n' });
    const library = join(dir, '../acme/library');
    await mkdir(library, { recursive: true });
    await execa('git', ['init', '--quiet', '--initial-branch=main'], { cwd: library });
    await writeFile(join(library, 'file'), 'of the library\n');
    await execa('git', ['add', 'file'], { cwd: library });
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    await execa('git', [...identity, 'commit', '--quiet', '-m', 'Begin'], { cwd: library });
    const without = await exec();
    expect(`${without.stdout}${without.stderr}`).toContain(
      'has no remote. Write the address of acme/library',
    );
    await git('remote', 'add', 'origin', join(dir, '../octo/hello'));
    await write({ own: 'changed\n' });
    expect(await runWork()).toEqual(['of the library', 'changed']);
  });

  it('runs stages that a person starts only by their names', async () => {
    const stage = (name: string, more = '') =>
      `kind: pipeline\ntype: exec\nname: ${name}\n${platform}\nclone: { disable: true }\n${more}` +
      `steps: [{ name: s, commands: ['echo ${name}'] }]\n`;
    const deploy = stage('deploy', 'manual: { permission: admin }\ndepends_on: [test]\n');
    const text = [stage('test'), deploy, stage('announce', 'depends_on: [deploy]\n')].join('---\n');
    await commit({ '.drone.yml': text });
    const statuses = async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await exec('--json', ...args);
      const build: Build = JSON.parse(stdout);
      return { exitCode, stderr, all: build.stages?.map(({ status }) => status).join(' ') };
    };
    const without = await statuses();
    expect(without).toMatchObject({ exitCode: 0, all: 'success skipped skipped' });
    expect(without.stderr).toContain(
      'Not run, because a person starts them: deploy, announce (see --stage)',
    );
    const only = await statuses('--stage', 'deploy');
    expect(only).toMatchObject({ exitCode: 0, all: 'skipped success skipped' });
    await commit({ '.drone.yml': stage('deploy', 'manual: true\n') });
    expect(await exec()).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it.each([
    ['the steps before it', '', ['clone', 'a', 'b']],
    ['the steps of its depends_on', ', depends_on: [a]', ['clone', 'a', 'c']],
  ])('runs one step after %s', async (_, more, expected) => {
    const step = (name: string, rest = '') => `  - { name: ${name}, commands: ['true']${rest} }\n`;
    await commit({
      '.drone.yml': execPipeline(step('a') + step('b') + step('c', more) + step('d')),
    });
    const wanted = expected.at(-1) ?? '';
    const { stdout, stderr } = await exec('--json', '--step', wanted);
    const build: Build = JSON.parse(stdout);
    expect(build.stages?.[0]?.steps?.map(({ name }) => name)).toEqual(expected);
    expect(stderr).toContain(`The stage default runs ${expected.slice(1).join(', ')}\n`);
  });
});

describe('a matrix with values from an output', () => {
  const pipeline = (name: string, more: string, command: string) =>
    `kind: pipeline\ntype: exec\nname: ${name}\n${platform}\n${more}steps: [{ name: work, commands: ['${command}'] }]\n`;
  const source = '{ from_output: { pipeline: plan, name: targets } }';
  const matrix = `depends_on: [plan]\nmatrix: { T: ${source} }\n`;
  const file = (value: string, command = 'echo for $T') =>
    `${pipeline('plan', '', `echo "targets=${value}" >> $DRONE_OUTPUT`)}---\n${pipeline('test', matrix, command)}`;

  it('runs its stages, and fails with one of them', async () => {
    await commit({ '.drone.yml': file('[1, 2]') });
    const { stdout, exitCode } = await exec();
    expect(stdout).toMatch(/^test \(1\)\/work \| for 1$/m);
    expect(stdout).toMatch(/^test \(2\)\/work \| for 2$/m);
    expect(exitCode).toBe(0);
    await commit({ '.drone.yml': file('[1, 2]', 'test $T = 1') });
    const failed = await exec();
    expect(failed.stderr).toMatch(/^ {2}test \(2\): failure/m);
    expect(failed.exitCode).toBe(1);
  });

  it('is skipped without values, and fails with wrong ones', async () => {
    await commit({ '.drone.yml': file('[]') });
    expect(await exec()).toMatchObject({ exitCode: 0 });
    await commit({ '.drone.yml': file('a b') });
    const { stderr, exitCode } = await exec();
    expect(stderr).toContain('the output "targets" of "plan": value 1 is not allowed');
    expect(exitCode).toBe(1);
  });
});
