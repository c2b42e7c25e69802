import type { Step } from '@millrace/contract/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine, OrphanedSteps } from './engines/engine.ts';
import { createProcessEngine } from './engines/process/process-engine.ts';
import { startRunner } from './start-runner.ts';
import { FakeServer } from './testing/fake-server.ts';
import { makeDetails } from './testing/stage-fixtures.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

const stageId = 700;

/** Steps of the stage, of which some have a state from before the restart. */
const config = `kind: pipeline
type: exec
clone: { disable: true }
steps:
  - { name: first, commands: [echo first] }
  - { name: second, commands: [echo second], depends_on: [first] }
  - { name: third, commands: [echo third, exit 3], depends_on: [first] }
  - { name: fourth, commands: [echo fourth], depends_on: [second, third] }
  - { name: fifth, commands: [echo fifth], depends_on: [second, third], when: { status: [failure] } }
`;

/** Starts a runner with a real engine whose stages go on without it. */
async function restart(steps: Partial<Step>[], { orphaned = [stageId], started = [2] } = {}) {
  const fake = new FakeServer();
  if (steps.length > 0) fake.begin(makeDetails({ config }), steps);
  const workDir = await temporaryDirectory();
  const process = createProcessEngine({ workDir, killGraceMs: 200 });
  const removed: number[] = [];
  const orphanedSteps: OrphanedSteps = new Map(started.map((number) => [number, undefined]));
  const engine: Engine = {
    ...process,
    open: () => process.open(),
    createWorkspace: (setup) => process.createWorkspace(setup),
    orphanedStages: {
      take: () => orphaned,
      adopt: async (setup) => {
        if (!orphaned.includes(setup.stageId)) throw new Error('its Pod is gone');
        return Object.assign(await process.createWorkspace(setup), { orphanedSteps });
      },
      remove: async (id) => void removed.push(id),
    },
  };
  const runner = startRunner({
    api: fake.api,
    machine: 'host',
    capacity: 1,
    workDir,
    engines: [engine],
  });
  onTestFinished(() => runner.stop());
  return { fake, removed };
}

const steps = (...statuses: Step['status'][]): Partial<Step>[] =>
  ['first', 'second', 'third', 'fourth', 'fifth'].map((name, at) => ({
    name,
    status: statuses[at] ?? 'pending',
    exit_code: statuses[at] === 'failure' ? 3 : 0,
  }));

describe('a runner that restarts', () => {
  it('goes on with the steps that have not ended, and does not repeat others', async () => {
    const { fake } = await restart(steps('success', 'running'));
    expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
    expect(fake.reports.slice(1)).toEqual(
      [
        'step second running',
        'step third running',
        'step second success',
        'step third failure',
        'step fourth skipped',
        'step fifth running',
        'step fifth success',
        'stage default failure',
      ].toSorted((one, other) => fake.reports.indexOf(one) - fake.reports.indexOf(other)),
    );
    expect(fake.output('first')).toBe('');
    expect(fake.output('fifth')).toContain('fifth');
  });

  it('goes on with a running step although another has failed meanwhile', async () => {
    const { fake } = await restart(steps('success', 'running', 'failure'));
    expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
    expect(fake.step('second')).toMatchObject({ status: 'success' });
    expect(fake.step('fourth')).toMatchObject({ status: 'skipped' });
    expect(fake.step('fifth')).toMatchObject({ status: 'success' });
  });

  it('ends a stage whose steps have all ended', async () => {
    const { fake } = await restart(steps('success', 'success', 'failure', 'skipped', 'success'));
    expect(await fake.untilFinished()).toMatchObject({ status: 'failure' });
    expect(fake.reports.slice(1)).toEqual(['stage default failure']);
  });

  it('ends a stage in error whose workspace is gone, for the reason of the engine', async () => {
    const { fake, removed } = await restart(steps('success', 'running'), { orphaned: [] });
    expect(await fake.untilFinished()).toMatchObject({
      status: 'error',
      failure_cause: 'runner',
      error: 'The runner restarted, and this stage could not go on: its Pod is gone',
    });
    expect(removed).toEqual([stageId]);
  });

  it('removes what the server no longer expects, and claims stages', async () => {
    const { fake, removed } = await restart([], { orphaned: [12] });
    fake.enqueue(makeDetails({ config }));
    await fake.untilFinished();
    expect(removed).toEqual([12]);
  });
});
