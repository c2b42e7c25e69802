import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const run = (args: string[]) => execa(process.execPath, [main, ...args], { reject: false });

it('runs a command, and prints only its output', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-main-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, '.drone.yml');
  await writeFile(
    file,
    'kind: pipeline\ntype: exec\nname: a\nsteps: [{ name: b, commands: [c] }]\n',
  );
  for (let start = 0; start < 2; start++) {
    expect(await run(['lint', file])).toMatchObject({ exitCode: 0, stderr: '' });
  }
});

it('prints its commands and its version', async () => {
  const { stdout, exitCode } = await run(['--help']);
  expect(exitCode).toBe(0);
  for (const name of [
    'server',
    'runner',
    'lint',
    'plan',
    'convert',
    'users',
    'secrets',
    'health',
  ]) {
    expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  }
  expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+$/);
});

it.each(['nothing', 'toString'])('prints them after the unknown command %s', async (name) => {
  const { exitCode, stderr } = await run([name]);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(new RegExp(`^millrace has no command ${name}\\.\nUsage: millrace `));
});

it.each([
  ['server', '--port', '9000'],
  ['health', 'https://ci.example.com'],
])('%s rejects arguments that it does not use', async (...args) => {
  // It would not start otherwise, either.
  const env = { MILLRACE_LOG_LEVEL: 'loud', MILLRACE_SERVER: '' };
  const { exitCode, stderr } = await execa(process.execPath, [main, ...args], {
    env,
    reject: false,
  });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(new RegExp(`^millrace ${args[0]} does not accept ${args[1]}\\.\nUsage: `));
});

it.each([
  [['lint', '--help'], 'Usage:\n  millrace lint [--json] [--strict] FILE…', 'Exit code 1'],
  [['plan', 'a.yml', '-h'], 'Usage:\n  millrace plan FILE', '--build FILE   properties'],
  [['users', 'add', '-h'], 'Usage:\n  millrace users add LOGIN', 'ROLE is read'],
  [['server', '-h'], 'Usage:\n  millrace server', 'docs/configuration.md'],
])('%j prints the usage of its command', async (args, start, detail) => {
  const { exitCode, stdout } = await run(args);
  expect(exitCode).toBe(0);
  expect(stdout.startsWith(start)).toBe(true);
  expect(stdout).toContain(detail);
});

it.each([['-h'], ['nothing', '--help']])('prints all commands for %s', async (...args) => {
  const { exitCode, stdout } = await run(args);
  expect([exitCode, stdout]).toEqual([0, (await run(['--help'])).stdout]);
});

it.each(['server', 'runner'])('restarts the %s before most modules are loaded', async (name) => {
  const count = `import { registerHooks } from 'node:module';
const modules = new Set();
registerHooks({ resolve: (name, context, next) => {
  const found = next(name, context);
  modules.add(found.url);
  return found;
} });
process.execve = () => { console.log(modules.size); process.exit(); };`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(count)}`, main, name];
  const env = { MILLRACE_RPC_SECRET: 'not for steps' };
  const { stdout } = await execa(process.execPath, args, { env, reject: false });
  expect(Number(stdout)).toBeGreaterThan(0);
  // Of more than 1,500. Most of them are rows of settings, which name the secrets.
  expect(Number(stdout)).toBeLessThan(80);
});

it('explains variables of Drone before errors about settings, without their values', async () => {
  const env = { DRONE_GITEA_SERVER: 'http://gitea', MILLRACE_LOG_LEVEL: 'loud' };
  const { exitCode, stdout } = await execa(process.execPath, [main, 'server'], {
    env,
    reject: false,
  });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^DRONE_GITEA_SERVER is not read\. Set MILLRACE_FORGE=gitea, /m);
  expect(stdout).not.toContain('http://gitea');
});
