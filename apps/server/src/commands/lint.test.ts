import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';

const good = 'kind: pipeline\ntype: exec\nsteps: [{ name: a, commands: [make] }]\n';
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-lint-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs the real program on files of these texts. */
async function lint(texts: Record<string, string>, env: Record<string, string> = {}) {
  for (const [name, text] of Object.entries(texts)) await writeFile(join(dir, name), text);
  const run = await execa(process.execPath, [program, 'lint', ...Object.keys(texts)], {
    ...{ cwd: dir, env },
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
    lines: ['a.yml:4:11: warning: unknown key "branches" in a pipeline'],
  });
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
  expect((await lint(files, { MILLRACE_SECRETS_DIR: dir })).lines).toEqual([]);
});

it('exits with 1 if one file has an error, and checks the others', async () => {
  const wrong = `${good}---\nkind: pipeline\ntype: exec\nsteps: { name: a }\n`;
  expect(await lint({ 'a.yml': wrong, 'b.yml': `${good}x: 1\n` })).toMatchObject({
    exitCode: 1,
    lines: [
      'a.yml:7:8: error: document 2: steps must be a list',
      expect.stringMatching(/^a\.yml:7:8: warning: document 2: the pipeline has no steps$/),
      expect.stringMatching(/^a\.yml:\d+:\d+: warning: document 2: a second pipeline is named/),
      'b.yml:4:4: warning: unknown key "x" in a pipeline',
    ],
  });
});

it('prints its usage without files, and reports a file that cannot be read', async () => {
  expect(await lint({})).toMatchObject({ exitCode: 1, stderr: 'Usage: millrace lint FILE…' });
  const run = await execa(process.execPath, [program, 'lint', 'absent.yml'], {
    cwd: dir,
    reject: false,
  });
  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toMatch(/^absent\.yml cannot be read: .*ENOENT/);
});

it('continues after a file that cannot be read', async () => {
  await writeFile(join(dir, 'b.yml'), `${good}x: 1\n`);
  const run = await execa(process.execPath, [program, 'lint', 'absent.yml', '.', 'b.yml'], {
    cwd: dir,
    reject: false,
  });
  expect(run).toMatchObject({
    exitCode: 1,
    stdout: 'b.yml:4:4: warning: unknown key "x" in a pipeline',
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
