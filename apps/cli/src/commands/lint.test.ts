import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { execa, type Options } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';

const good = 'kind: pipeline\ntype: exec\nsteps: [{ name: a, commands: [make] }]\n';
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-lint-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs the real program on files of these texts. */
async function lint(
  texts: Record<string, string>,
  { env = {}, args = [], input = '' }: Partial<Omit<Options, 'cwd'>> & { args?: string[] } = {},
) {
  for (const [name, text] of Object.entries(texts)) await writeFile(join(dir, name), text);
  const run = await execa(process.execPath, [program, 'lint', ...Object.keys(texts), ...args], {
    cwd: dir,
    env,
    input,
    reject: false,
  });
  const lines = run.stdout.split('\n').filter((line) => line !== '');
  return { exitCode: run.exitCode, lines, stderr: run.stderr };
}

it('prints nothing for valid files', async () => {
  expect(await lint({ 'a.yml': good, 'b.yml': good })).toEqual({
    exitCode: 0,
    lines: [],
    stderr: '',
  });
});

it('prints file, line and column of a warning, and exits with 0', async () => {
  expect(await lint({ 'a.yml': `${good}branches: [main]\n` })).toMatchObject({
    exitCode: 0,
    lines: [
      'a.yml:4:1: warning: unknown key "branches" in a pipeline; write the condition into "trigger"',
    ],
  });
});

it('counts warnings as errors with --strict', async () => {
  const files = { 'a.yml': `${good}x: 1\n` };
  expect((await lint(files)).exitCode).toBe(0);
  expect((await lint(files, { args: ['--strict'] })).exitCode).toBe(1);
  expect((await lint({ 'a.yml': good }, { args: ['--strict'] })).exitCode).toBe(0);
});

it('notes words of Millrace alone, which are no mistakes', async () => {
  const trigger = 'trigger: [{ event: push, branch: main }, { event: tag }]\n';
  const more = 'timeout: 5m\nmanual: true\nclone: { repositories: [a/b] }\n';
  const files = { 'a.yml': `${good}${trigger}${more}` };
  expect(await lint(files, { args: ['--strict'] })).toMatchObject({
    exitCode: 0,
    lines: [
      'a.yml:1:1: note: only Millrace knows clone.repositories, timeout, a list of conditions, manual; original servers and runners ignore or refuse it',
    ],
  });
});

it('names what needs a trusted repository', async () => {
  const text =
    'kind: pipeline\nname: a\nsteps: [{ name: a, image: b, commands: [c], privileged: true }]\n';
  expect((await lint({ 'a.yml': text })).lines).toEqual([
    'a.yml:3:57: warning: steps[a].privileged needs a trusted repository',
  ]);
});

it('warns of a secret from outside of the server, unless a source is configured', async () => {
  const use = 'environment: { A: { from_secret: token } }\n';
  const secret = '---\nkind: secret\nname: token\nget: { path: a/b, name: c }\n';
  const files = { 'a.yml': `${good}${use}${secret}` };
  expect(await lint(files)).toMatchObject({
    exitCode: 0,
    lines: [
      'a.yml:8:6: warning: document 2: the secret "token" (path "a/b") needs a source on the server: ' +
        'a secret extension, Vault or a folder of secrets; none is configured here',
    ],
  });
  expect((await lint(files, { env: { MILLRACE_SECRETS_DIR: dir } })).lines).toEqual([]);
});

it('exits with 1 if one file has an error, and checks the others', async () => {
  const wrong = `${good}---\nkind: pipeline\ntype: exec\nsteps: { name: a }\n`;
  expect(await lint({ 'a.yml': wrong, 'b.yml': `${good}x: 1\n` })).toMatchObject({
    exitCode: 1,
    lines: [
      expect.stringMatching(/^a\.yml:5:1: warning: document 2: a second pipeline is named/),
      'a.yml:7:8: error: document 2: steps must be a list; write "steps: [{ name: name, … }]"',
      expect.stringMatching(/^a\.yml:7:8: warning: document 2: the pipeline has no steps$/),
      'b.yml:4:1: warning: unknown key "x" in a pipeline',
    ],
  });
});

it('prints its usage without files, and reports a file that cannot be read', async () => {
  const usage =
    'Usage: millrace lint [--json] [--strict] FILE… or millrace lint [--json] [--strict] FILE --folder FOLDER';
  expect(await lint({})).toMatchObject({ exitCode: 2, stderr: usage });
  expect(await lint({}, { args: ['--fix', 'a.yml'] })).toMatchObject({
    exitCode: 2,
    stderr: usage,
  });
  const run = await execa(process.execPath, [program, 'lint', 'absent.yml'], {
    cwd: dir,
    reject: false,
  });
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toMatch(/^absent\.yml cannot be read: .*ENOENT/);
});

it('continues after a file that cannot be read', async () => {
  await writeFile(join(dir, 'b.yml'), `${good}x: 1\n`);
  const run = await execa(process.execPath, [program, 'lint', 'absent.yml', '.', 'b.yml'], {
    cwd: dir,
    reject: false,
  });
  expect(run).toMatchObject({
    exitCode: 2,
    stdout: 'b.yml:4:1: warning: unknown key "x" in a pipeline',
  });
  expect(run.stderr).toMatch(/^absent\.yml cannot be read: .*\n\. cannot be read: /);
});

it('runs scripts, and checks the YAML that they return', async () => {
  const script = (steps: string) =>
    `# Not YAML: [\ndef main(ctx):\n  return {"kind": "pipeline", "type": "exec", "steps": ${steps}}\n`;
  const jsonnet =
    "local a = 'x';\n{ kind: 'pipeline', type: 'exec', steps: [{ name: a, commands: [a] }] }";
  const step = '[{"name": "a", "commands": [ctx.build.branch]}]';
  expect(await lint({ 'good.star': script(step), 'good.jsonnet': jsonnet })).toEqual({
    exitCode: 0,
    lines: [],
    stderr: '',
  });
  const broken = { 'wrong.star': script('{}'), 'broken.star': 'def main(\n', 'z.yml': good };
  const { exitCode, lines, stderr } = await lint(broken);
  expect([exitCode, lines[0]]).toEqual([
    1,
    'wrong.star: error: line 3 of its YAML: steps must be a list',
  ]);
  expect(stderr).toMatch(/^broken\.star: line 2/);
});

it('prints the findings in the order of their lines, with the names of steps', async () => {
  const steps =
    'steps:\n- { name: build it, image: "a b", comands: [make] }\n- { nam: x, image: y }\n';
  const when = 'trigger: { event: [pul_request, "*"], status: [sucess] }\n';
  const text = `kind: pipeline\nplatform: { os: linx, arch: amd46 }\n${when}${steps}environment: { A: "\${DRONE_TGA}" }\n`;
  expect((await lint({ 'a.yml': text })).lines).toEqual([
    'a.yml:2:17: warning: unknown os "linx", not one of linux, windows, darwin, freebsd, netbsd, openbsd, dragonfly, solaris, illumos, aix, android, ios, plan9; did you mean "linux"?',
    'a.yml:2:29: warning: unknown arch "amd46", not one of 386, amd64, arm, arm64, loong64, mips, mips64, mips64le, mipsle, ppc64, ppc64le, riscv64, s390x, wasm; did you mean "amd64"?',
    'a.yml:3:19: warning: unknown event "pul_request", not one of push, pull_request, tag, promote, rollback, cron, custom; did you mean "pull_request"?',
    'a.yml:3:47: warning: unknown status "sucess", not one of success, failure; did you mean "success"?',
    'a.yml:5:28: warning: steps[build it].image: "a b" is not an image name',
    'a.yml:5:35: warning: unknown key "comands" in a step; did you mean "commands"?',
    'a.yml:6:3: warning: steps[1].name is missing; it is called "step-2"',
    'a.yml:6:5: warning: unknown key "nam" in a step; did you mean "name"?',
    'a.yml:7:19: warning: unknown variable "DRONE_TGA"; did you mean "DRONE_TAG"?',
  ]);
});

it('reads standard input, and prints JSON for programs', async () => {
  const run = await lint({}, { args: ['--json', '-', 'absent.yml'], input: `${good}x: 1\n` });
  expect(run).toMatchObject({ exitCode: 2, stderr: '' });
  expect(JSON.parse(run.lines.join('\n'))).toEqual([
    {
      file: '-',
      severity: 'warning',
      document: 1,
      line: 4,
      column: 1,
      message: 'unknown key "x" in a pipeline',
    },
    {
      file: 'absent.yml',
      severity: 'error',
      message: expect.stringMatching(/^absent\.yml cannot be read: /),
    },
  ]);
});

it('reads the files that a script imports', async () => {
  const steps = "[{ name: 'a', commands: ['b'] }]\n";
  const script = "{ kind: 'pipeline', type: 'exec', steps: import 'steps.libsonnet' }\n";
  expect(await lint({ 'main.jsonnet': script }, { args: [] })).toMatchObject({ exitCode: 1 });
  await writeFile(join(dir, 'steps.libsonnet'), steps);
  expect(await lint({ 'main.jsonnet': script })).toEqual({ exitCode: 0, lines: [], stderr: '' });
});

it('checks a file and the files of a folder as one', async () => {
  await mkdir(join(dir, 'ci'));
  const named = (name: string, more = '') => `${good}name: ${name}\n${more}`;
  await writeFile(join(dir, 'ci/b.yml'), `# x\n${named('b', 'depends_on: [main, c]\ny: 1\n')}`);
  await writeFile(join(dir, 'ci/c.yaml'), 'kind: pipeline\nname: c\nsteps: 3\n');
  await writeFile(join(dir, 'ci/run.sh'), 'true');
  const folder = ['--folder', './ci/'];
  const { exitCode, lines } = await lint({ 'main.yml': named('main', 'x: 1\n') }, { args: folder });
  expect(exitCode).toBe(1);
  expect(lines.slice(0, 3)).toEqual([
    'main.yml:5:1: warning: unknown key "x" in a pipeline',
    'ci/b.yml:7:1: warning: unknown key "y" in a pipeline',
    'ci/c.yaml:3:8: error: steps must be a list',
  ]);
  const json = await lint({}, { args: ['absent.yml', ...folder, '--json'] });
  expect(JSON.parse(json.lines.join('\n'))[0]).toMatchObject({
    file: 'ci/b.yml',
    line: 6,
    severity: 'error',
    message: 'the pipeline "main" is not in these files',
  });
  expect(await lint({ 'main.yml': good, 'b.yml': good }, { args: folder })).toMatchObject({
    exitCode: 2,
  });
  const absent = await lint({ 'main.yml': good }, { args: ['--folder', 'absent'] });
  expect(absent).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^absent cannot be/) });
  const script = await lint({ 'main.star': '' }, { args: folder });
  expect(script.stderr).toBe('--folder needs a pipeline file in YAML, not main.star');
});

it('notes that other servers do not know values of a matrix from an output', async () => {
  const source = '{ from_output: { pipeline: default, name: targets } }';
  const test = `${good}name: test\ndepends_on: [default]\nmatrix: { T: ${source} }\n`;
  const { exitCode, lines } = await lint({ 'a.yml': `${good}---\n${test}` });
  expect(lines).toEqual([
    'a.yml:1:1: note: only Millrace knows values of a matrix from an output; original servers and runners ignore or refuse it',
  ]);
  expect(exitCode).toBe(0);
});
