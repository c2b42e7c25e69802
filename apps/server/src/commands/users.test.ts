import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@millrace/node-kit/start-error';
import { program } from '@millrace/test-support/program';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { users } from './users.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-users-'));
});
beforeEach(() => void vi.stubEnv('MILLRACE_DATA', dir));
afterAll(() => rm(dir, { recursive: true, force: true }));

async function run(args: string[], input: string) {
  const child = spawn(process.execPath, [program, 'users', ...args]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, said };
}

it.each([
  [[], 'Usage:'],
  [['remove', 'ada'], 'Usage:'],
  [['add'], 'Usage:'],
  [['add', 'ada', 'bob'], 'Usage:'],
  [['add', 'ada', '--root'], "Unknown option '--root'"],
  [['constructor', 'ada'], 'Usage:'],
  [['add', 'a b'], 'Invalid login: 1 to 50 letters'],
  [['password', 'nobody'], 'There is no account nobody.'],
  [['remove-second-factor', 'nobody'], 'There is no account nobody.'],
  [['grant', 'nobody', 'ada/app', 'owner'], 'Usage:'],
  [['confirm'], 'Usage:'],
  [['confirm', 'ada', '--all'], 'Usage:'],
  [['confirm', 'nobody'], 'There is no unconfirmed account nobody.'],
])('rejects %j before it reads a password', async (args, reason) => {
  const error = await users(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain(reason);
});

it('adds an account and sets its password', async () => {
  expect(await run(['add', 'ada', '--admin'], 'short\n')).toEqual({
    code: 1,
    said: 'A password has at least 8 characters\n',
  });
  const added = await run(['add', 'ada', '--admin'], 'a long password\n');
  expect(added).toEqual({ code: 0, said: 'ada can sign in now.\n' });
  const changed = await run(['password', 'ada'], 'another password\n');
  expect(changed).toEqual({ code: 0, said: 'ada has a new password now.\n' });
  const db = await openDatabase(join(dir, 'millrace.db'));
  const events = await db.selectFrom('audit_events').selectAll().orderBy('id').execute();
  await db.destroy();
  expect(events).toMatchObject([
    { action: 'user.create', credential: 'command_line', details: '{"login":"ada","admin":true}' },
    { action: 'user.reset_password', credential: 'command_line', target: 'ada' },
  ]);
});

it('removes a second factor', async () => {
  await run(['add', 'cleo'], 'a long password\n');
  const db = await openDatabase(join(dir, 'millrace.db'));
  await sql`insert into totp_secrets (user_id, secret_sealed, last_step, created)
    select id, 'x', 1, 1 from users where login = 'cleo'`.execute(db);
  expect(await run(['remove-second-factor', 'cleo'], '')).toEqual({
    code: 0,
    said: 'cleo has no second factor now.\n',
  });
  expect(await run(['remove-second-factor', 'cleo'], '')).toEqual({
    code: 1,
    said: 'The account has no second factor\n',
  });
  const events = await db
    .selectFrom('audit_events')
    .select(['action', 'target'])
    .where('action', '=', 'second_factor.remove')
    .execute();
  await db.destroy();
  expect(events).toEqual([{ action: 'second_factor.remove', target: 'cleo' }]);
});

it('grants a role', async () => {
  await run(['add', 'eve'], 'a long password\n');
  const db = await openDatabase(join(dir, 'millrace.db'));
  await sql`insert into repos (uid, user_id, namespace, name, slug, forge, default_branch, visibility, active, config_path,
    trusted, protected, ignore_forks, ignore_pull_requests, auto_cancel_pull_requests, auto_cancel_pushes,
    auto_cancel_running, timeout, counter, synced, created, updated, version)
    values ('1', 1, 'ada', 'mill', 'ada/mill', 'builtin', 'main', 'private', 1, '.drone.yml',
    0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 1, 1, 1)`.execute(db);
  await db.destroy();
  expect(await run(['grant', 'eve', 'ada/mill', 'write'], '')).toEqual({
    code: 0,
    said: 'eve has write permission in ada/mill now.\n',
  });
});
