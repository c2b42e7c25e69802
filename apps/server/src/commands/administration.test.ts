import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { runClientCommand } from '../../testing/run-client-command.ts';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../testing/test-server.ts';

const server = await serverOfFile();
const root = await server.addUser('root', { admin: true });
await server.addUser('ada');
await pushSampleRepo(server, 'ada', 'app');
await server.core.users.createAccount({ login: 'bot', password: null, machine: true });

const env = { MILLRACE_SERVER: server.url, MILLRACE_TOKEN: root.token };

async function run(...args: string[]) {
  const { stdout, stderr } = await runClientCommand(args, env);
  return stderr || stdout.trimEnd();
}

it('lists and changes repositories', async () => {
  expect(await run('repos', 'ls')).toBe('ada/app  private');
  expect(await run('repos', 'disable', 'ada/app')).toBe('ada/app is disabled now.');
  expect(await run('repos', 'ls')).toBe('There are no repositories.');
  expect(await run('repos', 'ls', '--all', '--org', 'ADA')).toBe('ada/app  disabled');
  expect(await run('repos', 'enable', 'ada/app')).toBe('ada/app is enabled now.');
  const info = await run('repos', 'update', 'ada/app', 'timeout=90', 'config_path=.ci/x.yml');
  expect(info).toMatch(/^repository +ada\/app$/m);
  expect(info).toMatch(/^timeout +90$/m);
  expect(info).toMatch(/^config_path +\.ci\/x\.yml$/m);
  expect(JSON.parse(await run('repos', 'info', 'ada/app', '--json'))).toMatchObject({
    timeout: 90,
  });
  expect(await run('repos', 'chown', 'ada/app')).toBe('ada/app is yours now.');
  expect(await run('repos', 'repair', 'ada/app')).toContain('ada/app is synced');
});

it('lists more repositories than fit on a page', async () => {
  const { db } = server.core;
  const { id: _, ...row } = await db.selectFrom('repos').selectAll().executeTakeFirstOrThrow();
  const numbers = Array.from({ length: 120 }, (_, index) => String(index));
  const copies = numbers.map((name) => ({
    ...row,
    uid: name,
    name,
    slug: `many/${name}`,
    namespace: 'many',
  }));
  await db.insertInto('repos').values(copies).execute();
  expect((await run('repos', 'ls')).split('\n')).toHaveLength(121);
  await db.deleteFrom('repos').where('namespace', '=', 'many').execute();
});

it.each([
  [['repos', 'update', 'ada/app', 'tiemout=9'], 'unknown name tiemout; did you mean "timeout"?'],
  [['repos', 'update', 'ada/app', 'timeout=x'], 'timeout: Invalid input: expected number'],
  [['repos', 'update', 'ada/app', 'timeout'], 'Write settings as SETTING=VALUE'],
  [['repos', 'enable', 'ada/nowhere'], 'answered 404'],
  [['repos', 'enable', 'ada/app', 'more'], 'Usage:'],
  [['repos', 'remove', 'ada/app'], 'Usage:'],
  [['secrets', 'rename', 'x'], 'Usage:'],
  [['secrets', 'update', 'x', '--keep-value', '--pull-request', 'maybe'], 'must be yes or no'],
  [['tokens', 'add', 'x', '--scope', 'all'], '--scope must be one of audit, read, write, admin'],
  [['tokens', 'add', 'x', '--scope', 'read', '--days', '1.5'], '--days must be a whole number'],
  [['tokens', 'rm', 'x'], 'There is no access token x.'],
  [['queue', 'pause', 'x'], 'Usage:'],
])('rejects %j', async (args, message) => {
  expect(await run(...args)).toContain(message);
});

it('lists and changes secrets, whose values come from standard input', async () => {
  const secrets = async (input: string, ...args: string[]) => {
    const { stdout, stderr } = await execa(process.execPath, [program, 'secrets', ...args], {
      input,
      env,
      reject: false,
    });
    return stderr || stdout;
  };
  expect(
    await secrets(
      'hunter2\n',
      'add',
      'npm',
      '--repo',
      'ada/app',
      '--event',
      'push',
      '--image',
      'node',
    ),
  ).toBe('Added the secret npm.');
  const list = ['secrets', 'ls', '--repo', 'ada/app'];
  expect(await run(...list)).toBe('npm  events push; images node');
  const limits = ['--keep-value', '--image', '', '--branch', 'main', '--pull-request', 'yes'];
  expect(await run('secrets', 'update', 'npm', '--repo', 'ada/app', ...limits)).toBe(
    'Changed the secret npm.',
  );
  expect(await run(...list)).toBe('npm  events push; branches main; pull requests');
  expect(await secrets('', 'update', 'npm', '--repo', 'ada/app')).toBe(
    'Write the value to standard input.',
  );
  expect(await run('secrets', 'rm', 'npm', '--repo', 'ada/app')).toBe('Deleted the secret npm.');
  for (const owner of [[], ['--org', 'ada']]) {
    expect(await secrets('x', 'add', 'all', ...owner)).toBe('Added the secret all.');
    expect(await run('secrets', 'ls', ...owner)).toBe('all');
  }
});

it('lists, adds and revokes access tokens', async () => {
  expect(await run('tokens', 'ls')).toBe('There are no access tokens.');
  const use = ['repos', 'info', 'ada/app'];
  const own = await run('tokens', 'add', 'ci', '--scope', 'admin', '--repo', 'ada/app');
  expect((await runClientCommand(use, { ...env, MILLRACE_TOKEN: own })).exitCode).toBe(0);
  const wide = await run('tokens', 'add', 'wide', '--scope', 'read');
  expect((await runClientCommand(['repos', 'ls'], { ...env, MILLRACE_TOKEN: wide })).exitCode).toBe(
    0,
  );
  await run('tokens', 'rm', 'wide');
  const bot = await run(
    'tokens',
    'add',
    'deploy',
    '--user',
    'bot',
    '--scope',
    'write',
    '--days',
    '9',
  );
  expect(bot).toMatch(/^\S{20,}$/);
  expect(await run('tokens', 'ls', '--user', 'bot')).toMatch(
    /^deploy {2}write {2}all repositories {2}until \d{4}-\d\d-\d\d {2}not used yet$/,
  );
  expect(await run('tokens', 'ls')).toBe('ci  admin  ada/app  does not expire  used just now');
  expect(await run('tokens', 'rm', 'ci')).toBe('Revoked the access token ci.');
  expect(await run('tokens', 'rm', 'deploy', '--user', 'bot')).toContain('Revoked');
  const revoked = await runClientCommand(use, { ...env, MILLRACE_TOKEN: own });
  expect(revoked.stderr).toContain('answered 401');
});

it('lists, pauses and resumes the queue', async () => {
  expect(await run('queue', 'pause')).toBe('The queue is paused. Running stages continue.');
  const listed = await run('queue', 'ls');
  expect(listed).toMatch(/^ada\/app #1 +first +the queue is paused$/m);
  expect(listed).toContain('0 running, 2 waiting. The queue is paused.');
  expect(await run('queue', 'ls', 'second')).not.toContain('first ');
  expect(await run('queue', 'resume')).toBe('The queue is running.');
  expect(JSON.parse(await run('queue', 'ls', '--json'))).toMatchObject({ paused: false });
});
