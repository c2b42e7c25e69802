import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('main.mjs', import.meta.url));
const run = (args: string[]) => execa(process.execPath, [main, ...args], { reject: false });

it('runs a command, and says nothing but what that says', async () => {
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

it.each([[[]], [['nothing']]])('names the commands to who calls %j', async (args) => {
  const { exitCode, stderr } = await run(args);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^Usage: millrace COMMAND, one of: server, runner, /);
});
