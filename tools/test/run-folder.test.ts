import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readStat } from './clean-up.mjs';
import { createRun } from './run-folder.mjs';

const script = JSON.stringify(new URL('run-folder.mjs', import.meta.url).href);
const untilGone = (path: string) =>
  expect.poll(() => existsSync(path), { timeout: 30_000 }).toBe(false);
const isAlive = (pid: number) => ![undefined, 'Z'].includes(readStat(pid).state);

let runs: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  runs = mkdtempSync(join(tmpdir(), 'millrace-runs-'));
});

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  // The guards need the files to know what to remove.
  await expect.poll(() => existsSync(runs) && readdirSync(runs), { timeout: 30_000 }).toBe(false);
});

/**
 * Starts a run with a test that hangs. Its process has left the group of the run and overwrites its
 * environment; its parent has a file of the run in its command line.
 */
async function startRun() {
  const source = `
    import { spawn } from 'node:child_process';
    import { createRun } from ${script};
    const { folder, diskFolder } = await createRun(${JSON.stringify(runs)});
    const args = ['-c', 'env -i sleep 1000 & echo $!; wait', folder + '/file'];
    const test = spawn('sh', args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    test.stdout.once('data', (sleep) => {
      const pids = [test.pid, Number(sleep)];
      process.stdout.write(JSON.stringify({ folder, diskFolder, pids }));
    });`;
  const run = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    // An inherited stream would keep vitest waiting for a process that is left.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(run);
  const [printed] = await once(run.stdout, 'data');
  const [file = ''] = readdirSync(runs).filter((name) => !printed.includes(name));
  const facts: { folder: string; diskFolder: string; pids: number[] } = JSON.parse(printed);
  return { run, file: join(runs, file), ...facts };
}

it('leaves no process and no folder if the run is killed', async () => {
  const { run, file, folder, diskFolder, pids } = await startRun();
  expect(pids.every(isAlive)).toBe(true);
  run.kill('SIGKILL');
  await untilGone(file);
  expect(pids.some(isAlive)).toBe(false);
  expect([folder, diskFolder].some((path) => existsSync(path))).toBe(false);
});

it('is cleaned up by the next run if its guard is killed too', async () => {
  const { run, file, folder, pids } = await startRun();
  const { guard } = JSON.parse(readFileSync(file, 'utf8'));
  process.kill(guard.pid, 'SIGKILL');
  run.kill('SIGKILL');
  await once(run, 'exit');
  expect(existsSync(folder)).toBe(true);
  const next = await createRun(runs);
  expect(existsSync(file)).toBe(false);
  expect(existsSync(folder)).toBe(false);
  expect(pids.some(isAlive)).toBe(false);
  await next.end();
  expect(existsSync(runs)).toBe(false);
});

it('is not touched by a run beside it', async () => {
  const { file, folder, pids } = await startRun();
  const second = await createRun(runs);
  await second.end();
  expect(readdirSync(runs)).toEqual([file.slice(runs.length + 1)]);
  expect(existsSync(folder)).toBe(true);
  expect(pids.every(isAlive)).toBe(true);
});

it('is cleaned up if another process received the id of its runner', async () => {
  const file = join(runs, 'millrace-1.json');
  const folder = mkdtempSync(join(tmpdir(), 'millrace-dead-'));
  const next = await createRun(runs);
  const [own = ''] = readdirSync(runs).filter((name) => /^millrace-\w+\.json$/.test(name));
  const { owner } = JSON.parse(readFileSync(join(runs, own), 'utf8'));
  writeFileSync(file, JSON.stringify({ owner: { ...owner, startTime: '1' }, folders: [folder] }));
  await (await createRun(runs)).end();
  await next.end();
  expect(existsSync(folder)).toBe(false);
});
