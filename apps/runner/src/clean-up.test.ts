import { readdirSync } from 'node:fs';
import { systemClock } from '@millrace/node-kit/clock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

/** Runs a stage without a clone. Waits of the runner take a tenth of their time. */
async function setUp(steps: string, { keys = '', cleanUpSec = 3000 } = {}) {
  const fake = new FakeServer();
  const workDir = await temporaryDirectory();
  const runner = startRunner({
    api: fake.api,
    machine: 'host',
    capacity: 1,
    workDir,
    clock: { ...systemClock, wait: (ms, signal) => systemClock.wait(ms / 10, signal) },
    engines: [createProcessEngine({ workDir, killGraceMs: 200 })],
    cleanUpSec,
  });
  onTestFinished(() => runner.stop());
  const config = `kind: pipeline\ntype: exec\nclone: { disable: true }\n${keys}steps:\n${steps}`;
  fake.enqueue(makeDetails({ config }));
  return { fake, runner, workDir };
}

const sleeper = "  - { name: sleep, commands: ['echo left > file', 'echo up', 'sleep 1000'] }\n";
const after = (name: string, command: string, status = '[success, failure, killed]') =>
  `  - { name: ${name}, commands: [${command}], when: { status: ${status} } }\n`;
const isUp = (fake: FakeServer, name = 'sleep') => fake.output(name).includes('\nup\n');
const reportsOf = ({ reports }: FakeServer) => reports.filter((each) => !each.includes('running'));

describe('after a cancel', () => {
  it('runs the steps with the status killed, one after the other, in the same workspace', async () => {
    const { fake } = await setUp(
      [
        sleeper,
        after('always', 'cat file; exit 1'),
        after('never', 'echo no', '[success, failure]'),
        after('status', 'echo $DRONE_BUILD_STATUS-$DRONE_STAGE_STATUS', '[killed]'),
      ].join(''),
    );
    await fake.until(() => isUp(fake));
    expect(fake.stage(700)?.cleans_up).toBe(true);
    fake.cancel(70);
    expect(await fake.untilFinished()).toMatchObject({ status: 'killed', exit_code: 130 });
    expect(fake.output('always')).toContain('\nleft\n');
    expect(fake.output('status')).toContain('\nkilled-killed\n');
    expect(reportsOf(fake)).toEqual([
      'step sleep killed',
      'step never skipped',
      'step always failure',
      'step status success',
      'stage default killed',
    ]);
  });

  it('ends them and skips the rest when the build is cancelled again', async () => {
    const { fake } = await setUp(
      [sleeper, after('first', "'echo up; sleep 1000'"), after('second', 'echo no')].join(''),
    );
    await fake.until(() => isUp(fake));
    fake.cancel(70);
    await fake.until(() => isUp(fake, 'first'));
    fake.cancel(70);
    expect(await fake.untilFinished()).toMatchObject({ status: 'killed' });
    expect(fake.step('first')).toMatchObject({ status: 'killed', exit_code: 130 });
    expect(fake.step('second')).toMatchObject({ status: 'skipped' });
  });

  it('ends them when their time is over', async () => {
    const { fake } = await setUp(
      [sleeper, after('first', 'sleep 1000'), after('second', 'echo no')].join(''),
      { cleanUpSec: 1 },
    );
    await fake.until(() => isUp(fake));
    fake.cancel(70);
    expect(await fake.untilFinished()).toMatchObject({ status: 'killed' });
    expect(fake.step('first')).toMatchObject({ error: 'Timed out after 1 second' });
    expect(fake.step('second')).toMatchObject({ status: 'skipped' });
  });

  it('ends them when the runner stops', async () => {
    const { fake, runner } = await setUp(sleeper + after('first', "'echo up; sleep 1000'"));
    await fake.until(() => isUp(fake));
    fake.cancel(70);
    await fake.until(() => isUp(fake, 'first'));
    await runner.stop();
    expect(fake.step('first')?.error).toBe('The runner was stopped while this step was running');
  });

  it('does not repeat a step that has run', async () => {
    const { fake } = await setUp(after('first', 'echo once') + sleeper);
    await fake.until(() => isUp(fake));
    fake.cancel(70);
    await fake.untilFinished();
    expect(reportsOf(fake)).toEqual([
      'step first success',
      'step sleep killed',
      'stage default killed',
    ]);
  });
});

it('runs the steps with the status killed after a timeout of the stage', async () => {
  const { fake } = await setUp(sleeper + after('later', 'cat file'), { keys: 'timeout: 10s\n' });
  expect(await fake.untilFinished()).toMatchObject({
    status: 'error',
    error: 'Timed out after 10 seconds',
  });
  expect(fake.step('later')).toMatchObject({ status: 'success' });
  expect(fake.output('later')).toContain('\nleft\n');
});

it.each([
  ['the runner stops', 3000, true],
  ['the runner allows no time for them', 0, false],
])('skips these steps if %s', async (_, cleanUpSec, stops) => {
  const { fake, runner } = await setUp(sleeper + after('later', 'echo no'), { cleanUpSec });
  await fake.until(() => isUp(fake));
  expect(fake.stage(700)?.cleans_up ?? false).toBe(cleanUpSec > 0);
  if (stops) await runner.stop();
  else fake.cancel(70);
  await fake.untilFinished();
  expect(fake.step('later')).toMatchObject({ status: 'skipped' });
});

it('runs none on a server that refuses reports after a cancel', async () => {
  const { fake, workDir } = await setUp(sleeper + after('later', 'echo no'));
  await fake.until(() => isUp(fake));
  const reports = [...fake.reports];
  fake.refuse('updateStep');
  fake.cancel(70);
  await vi.waitFor(() => expect(readdirSync(workDir)).toEqual([]), 10_000);
  expect(fake.reports).toEqual(reports);
});
