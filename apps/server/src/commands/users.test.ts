import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const main = new URL('../main.mjs', import.meta.url).pathname;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-users-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function users(args: string[], input = '') {
  const child = spawn(process.execPath, [main, 'users', ...args], {
    env: { ...process.env, MILLRACE_DATA: dir },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  child.stdin.on('error', () => {});
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
  [['add', 'a b'], 'Invalid login: 1 to 50 letters'],
  [['add', 'short'], 'A password has at least 8 characters'],
  [['password', 'nobody'], 'There is no account nobody.'],
])('refuses %j in a line', async (args, reason) => {
  const { code, said } = await users(args, 'secret');
  expect(said).toContain(reason);
  expect(said).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
});

it('adds an account and sets its password', async () => {
  const added = await users(['add', 'ada', '--admin'], 'a long password\n');
  expect(added).toEqual({ code: 0, said: 'ada can sign in now.\n' });
  const changed = await users(['password', 'ada'], 'another password\n');
  expect(changed).toEqual({ code: 0, said: 'ada has a new password now.\n' });
}, 60_000);
