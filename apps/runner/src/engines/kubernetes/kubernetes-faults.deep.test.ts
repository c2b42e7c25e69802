import { testImage } from '@millrace/test-support/docker-host';
import { createRandom } from '@millrace/test-support/random';
import { skipIf } from '@millrace/test-support/skip-if';
import { startStepsCluster, type TestCluster } from '@millrace/test-support/test-cluster';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createClusterEngine } from '../../testing/cluster-engine.ts';
import { clusterProblem, pods } from '../../testing/cluster-stage.ts';
import { stepFixture } from '../../testing/step-fixture.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import type { Engine, StepExit } from '../engine.ts';

const stages = Number(process.env.MILLRACE_TEST_KUBERNETES_STAGES ?? 40);
const concurrent = 4;
const lines = 30_000;
const faults = ['none', 'cut', 'evict', 'delete', 'delay', 'memory', 'server'] as const;
type Fault = (typeof faults)[number];

const podList = z.object({
  items: z.array(
    z.object({
      metadata: z.object({
        name: z.string(),
        labels: z.optional(z.record(z.string(), z.string())),
      }),
      status: z.object({
        containerStatuses: z.optional(
          z.array(
            z.object({
              name: z.string(),
              state: z.object({ terminated: z.optional(z.object({ exitCode: z.number() })) }),
            }),
          ),
        ),
      }),
    }),
  ),
});

interface Outcome {
  fault: Fault;
  exit: StepExit | Error;
  expected: number;
  lines: number[];
  /** Exit code that the cluster reported, if it reported one. */
  reported: number | undefined;
}

let cluster: TestCluster;

describe('faults of a cluster', skipIf(clusterProblem), () => {
  beforeAll(async () => {
    cluster = await startStepsCluster();
  }, 120_000);
  afterAll(() => cluster.stop());

  async function podOf(stageId: number) {
    const { items } = z.parse(podList, await cluster.call('GET', pods));
    return items.find(({ metadata }) => metadata.labels?.['millrace.io/stage'] === String(stageId));
  }

  /** Runs a stage that prints numbered lines in two halves, with the fault between them. */
  async function runStage(engine: Engine, stageId: number, fault: Fault, expected: number) {
    const workspace = await engine.createWorkspace({
      stageId,
      workspace: { base: '', path: '' },
      volumes: [],
      hosts: [],
      registries: [],
    });
    const rest = fault === 'memory' ? 'tail /dev/zero' : `seq ${lines / 2 + 1} ${lines}`;
    const step = stepFixture(testImage, [
      `seq 1 ${lines / 2}`,
      // Evicted and deleted stages wait for that, so that they cannot have succeeded before.
      ['evict', 'delete'].includes(fault) ? 'sleep 600' : 'sleep 1',
      rest,
      `exit ${expected}`,
    ]);
    workspace.prepare?.([step]);
    let output = '';
    let isHalf = false;
    let injected = Promise.resolve();
    const inject = async () => {
      if (fault === 'server') return cluster.restartServer();
      const name = (await podOf(stageId))?.metadata.name ?? '';
      if (fault === 'cut') await cluster.fault('/cut');
      if (fault === 'evict') await cluster.fault(`/evict?namespace=default&pod=${name}`);
      if (fault === 'delete') await cluster.call('DELETE', `${pods}/${name}`);
      if (fault === 'delay') await cluster.fault('/delay?for=500ms');
    };
    const add = (chunk: Uint8Array) => {
      output += Buffer.from(chunk).toString('latin1');
      if (isHalf || !output.includes(`\n${lines / 2}\n`)) return;
      isHalf = true;
      injected = inject();
      // Awaited below.
      injected.catch(() => undefined);
    };
    const exit = await workspace
      .runStep(step, add, new AbortController().signal)
      .catch((error: Error) => error);
    await injected;
    const status = (await podOf(stageId).catch(() => undefined))?.status.containerStatuses;
    const own = status?.find(({ name }) => name !== 'control')?.state.terminated;
    await workspace.remove();
    const numbers = output.split('\n').filter((line) => /^\d+$/.test(line));
    const outcome = { fault, exit, expected, lines: numbers.map(Number) };
    return { ...outcome, reported: own?.exitCode } satisfies Outcome;
  }

  it('never make a stage that failed a success, and lose no line', {
    timeout: 3_600_000,
  }, async () => {
    const random = createRandom(Number(process.env.MILLRACE_TEST_SEED ?? 7));
    const workDir = await temporaryDirectory();
    const engine = createClusterEngine(cluster, { workDir, startMinutes: 2, memoryMb: 64 });
    await engine.open();
    onTestFinished(() => cluster.fault('/delay?for=0s'));
    const planned = Array.from({ length: stages }, (_, at) => ({
      stageId: at + 1,
      fault: random.pick(faults),
      expected: random.pick([0, 3]),
    }));
    const outcomes: Outcome[] = [];
    const waiting = [...planned];
    await Promise.all(
      Array.from({ length: concurrent }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          outcomes.push(await runStage(engine, next.stageId, next.fault, next.expected));
        }
      }),
    );
    const isSuccess = ({ exit }: Outcome) => !(exit instanceof Error) && exit.exitCode === 0;
    const isRuined = ({ fault }: Outcome) => ['evict', 'delete', 'memory'].includes(fault);
    const falseSuccesses = outcomes.filter(
      (outcome) => isSuccess(outcome) && (isRuined(outcome) || outcome.expected !== 0),
    );
    expect(falseSuccesses.map(({ fault, expected }) => ({ fault, expected }))).toEqual([]);
    for (const outcome of outcomes.filter((candidate) => !isRuined(candidate))) {
      expect(outcome.exit).toEqual({ exitCode: outcome.expected, wasKilled: false });
      expect(outcome.lines.length).toBe(lines);
      expect(outcome.lines.every((line, at) => line === at + 1)).toBe(true);
    }
    // The control: whoever believes the cluster takes evicted stages for successes.
    const evicted = outcomes.filter(({ fault }) => fault === 'evict');
    expect(evicted.filter(({ reported }) => reported === 0).length).toBe(evicted.length);
    const left = async () => z.parse(podList, await cluster.call('GET', pods)).items.length;
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
  });
});
