import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { markerIn, startBusyServer } from '../support/busy-server.ts';
import { Millrace } from '../support/millrace.ts';
import { listProcessesOf } from '../support/processes.ts';

const untilStepRuns = (dir: string) => expect.poll(() => existsSync(markerIn(dir))).toBe(true);

test('leaves no server that is killed during its start', async () => {
  const millrace = await Millrace.start();
  await millrace.end();
  const starting = millrace.start().then(
    () => 'it is ready',
    (error: Error) => error.message,
  );
  await millrace.crash();
  expect(await starting).toContain('did not start (SIGKILL)');
  await millrace.start();
  await millrace.dispose();
});

test('reports why a start failed', async () => {
  const start = Millrace.start({ MILLRACE_LOG_LEVEL: 'loud' });
  await expect(start).rejects.toThrow(
    'millrace server did not start (exit code 1): MILLRACE_LOG_LEVEL must be one of',
  );
});

test('ends the steps of a killed server after the test', async () => {
  const millrace = await startBusyServer();
  await untilStepRuns(millrace.dir);
  await millrace.crash();
  await millrace.dispose();
  expect(listProcessesOf(millrace.dir)).toEqual([]);
});

test('ends servers and steps when the test process exits for any reason', async () => {
  const support = JSON.stringify(new URL('../support/busy-server.ts', import.meta.url).href);
  const hangingTests = `
    const { startBusyServer } = await import(${support});
    process.stdout.write((await startBusyServer()).dir);
    setInterval(() => {}, 1000);`;
  const tests = spawn(process.execPath, ['--input-type=module', '--eval', hangingTests], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(tests.stdout, 'data');
  const dir = String(printed);
  await untilStepRuns(dir);
  tests.kill('SIGKILL');
  await expect.poll(() => listProcessesOf(dir)).toEqual([]);
  await expect.poll(() => existsSync(dir)).toBe(false);
});
