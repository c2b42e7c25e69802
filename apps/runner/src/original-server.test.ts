import { type Clock, systemClock, toSeconds } from '@millrace/node-kit/clock';
import { expect, it, onTestFinished } from 'vitest';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { createHttpRunnerApi } from './server-link/http-runner-api.ts';
import { ServerCalls } from './server-link/server-calls.ts';
import { startRunner } from './start-runner.ts';
import { startOriginalServer } from './testing/original-server.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

/** Returns a clock on which time passes faster. */
const clockOf = (speed: number): Clock => ({
  nowSec: () => toSeconds(systemClock.nowMs() * speed),
  nowMs: () => systemClock.nowMs() * speed,
  wait: (ms, signal) => systemClock.wait(ms / speed, signal),
});

async function setUp(steps: string, clock: Clock = systemClock) {
  const server = await startOriginalServer(
    `kind: pipeline\ntype: exec\nclone: { disable: true }\nsteps:\n${steps}`,
  );
  const workDir = await temporaryDirectory();
  const link = { server: server.url, secret: 'shared', runner: 'folder.start' } as const;
  const api = createHttpRunnerApi(new ServerCalls(link));
  const start = async () => {
    await api.ping('host');
    const engines = [createProcessEngine({ workDir, killGraceMs: 200 })];
    const runner = startRunner({ api, machine: 'host', capacity: 1, workDir, clock, engines });
    onTestFinished(() => runner.stop());
    return runner;
  };
  return { server, start };
}

it('uploads the log of each step before its last report', async () => {
  const { server, start } = await setUp(`
- { name: a, commands: ['echo one', 'echo two'] }
- { name: b, commands: [exit 3] }
- { name: c, commands: [echo never] }
`);
  await start();
  await expect.poll(() => server.stage.status).toBe('failure');
  expect(server.logOf('a')).toBe('+ echo one\none\n+ echo two\ntwo\n');
  expect(server.logOf('b')).toBe('+ exit 3\n');
  expect([server.statusOf('a'), server.statusOf('b'), server.statusOf('c')]).toEqual([
    'success',
    'failure',
    'skipped',
  ]);
  const ofFirst = server.calls.filter((call) => call.includes('/step/100'));
  expect(ofFirst.slice(-2)).toEqual(['POST /step/100/logs/upload', 'PUT /step/100']);
});

it('uploads the newest 5 MB of a longer log', async () => {
  const { server, start } = await setUp(`
- { name: a, commands: ['i=0; while [ $i -lt 7000 ]; do printf "%01000d\\n" $i; i=$((i+1)); done'] }
`);
  await start();
  await expect.poll(() => server.stage.status, { timeout: 60_000 }).toBe('success');
  const log = server.logOf('a') ?? '';
  expect(log.length).toBeLessThanOrEqual(5 * 1024 * 1024);
  expect(log.length).toBeGreaterThan(4.5 * 1024 * 1024);
  expect(log).toMatch(/0006999\n$/);
});

it('stores the whole log if the server shows none of it', async () => {
  const { server, start } = await setUp(`- { name: a, commands: [echo one] }\n`);
  server.failures.set('POST /step/100/logs/batch', 500);
  await start();
  await expect.poll(() => server.stage.status).toBe('success');
  expect(server.logOf('a')).toBe('+ echo one\none\n');
});

it('sends a report again that failed, and the log with it', async () => {
  const { server, start } = await setUp(`- { name: a, commands: [echo one] }\n`, clockOf(100));
  server.failures.set('POST /step/100/logs/upload', 503);
  await start();
  await expect.poll(() => countOf(server.calls, 'POST /step/100/logs/upload')).toBeGreaterThan(1);
  server.failures.clear();
  await expect.poll(() => server.stage.status).toBe('success');
  expect(server.logOf('a')).toBe('+ echo one\none\n');
});

it('uploads a log once, although the report of its step fails', async () => {
  const { server, start } = await setUp(
    `- { name: a, commands: ['echo one', sleep 0.2] }\n`,
    clockOf(100),
  );
  await start();
  await expect.poll(() => server.statusOf('a')).toBe('running');
  server.failures.set('PUT /step/100', 500);
  await expect.poll(() => countOf(server.calls, 'PUT /step/100')).toBeGreaterThan(3);
  server.failures.clear();
  await expect.poll(() => server.stage.status).toBe('success');
  expect(countOf(server.calls, 'POST /step/100/logs/upload')).toBe(1);
});

it('ends a stage without a log that the server refuses', async () => {
  const { server, start } = await setUp(`- { name: a, commands: [echo one] }\n`, clockOf(100));
  server.failures.set('POST /step/100/logs/upload', 500);
  await start();
  await expect.poll(() => server.stage.status).toBe('success');
  expect(countOf(server.calls, 'POST /step/100/logs/upload')).toBe(3);
});

it('gives up a stage that was changed on the server', async () => {
  const { server, start } = await setUp(`- { name: a, commands: ['echo one', sleep 0.2] }\n`);
  await start();
  await expect.poll(() => server.statusOf('a')).toBe('running');
  server.cancel();
  await expect.poll(() => countOf(server.calls, 'POST /stage')).toBe(2);
  expect(server.logOf('a')).toContain('one\n');
});

it.each([
  ['the start of a stage', 'PUT /stage/'],
  ['a step', 'PUT /step/'],
])('gives up a stage if %s is rejected for minutes', async (_, call) => {
  const { server, start } = await setUp(`- { name: a, commands: [echo one] }\n`, clockOf(100));
  server.failures.set(call, 500);
  const runner = await start();
  // Then it asks for the next one.
  await expect.poll(() => countOf(server.calls, 'POST /stage')).toBe(2);
  expect(countOf(server.calls, call)).toBeGreaterThan(3);
  await runner.drain();
});

it.each([
  ['rejects', 500, 1],
  ['is not available for', 503, 3],
])('ends soon after it was asked to, if the server %s its last report', async (...row) => {
  const [, status, maxMinutes] = row;
  const clock = clockOf(100);
  // Sums up the pauses that are asked for: those that pass are longer on a busy machine.
  let pausedMs = 0;
  const wait: Clock['wait'] = (ms, signal) => {
    pausedMs += ms;
    return clock.wait(ms, signal);
  };
  const { server, start } = await setUp(`- { name: a, commands: [sleep 0.2] }\n`, {
    ...clock,
    wait,
  });
  const runner = await start();
  await expect.poll(() => server.statusOf('a')).toBe('running');
  server.failures.set('PUT /step/100', status);
  await expect.poll(() => countOf(server.calls, 'PUT /step/100')).toBeGreaterThan(3);
  pausedMs = 0;
  await runner.drain();
  expect(pausedMs).toBeLessThan(maxMinutes * 60_000);
});

function countOf(calls: readonly string[], start: string): number {
  return calls.filter((call) => (start.endsWith('/') ? call.startsWith(start) : call === start))
    .length;
}
