import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { skipIf } from '@millrace/test-support/skip-if';
import { startStepsCluster, type TestCluster } from '@millrace/test-support/test-cluster';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { createClusterEngine } from '../../testing/cluster-engine.ts';
import {
  clusterProblem,
  pods,
  stageId,
  startClusterStage,
  shellStep as step,
} from '../../testing/cluster-stage.ts';
import { podSchema } from './pod-schema.ts';

const never = new AbortController().signal;

let cluster: TestCluster;

describe('a stage on Kubernetes', { timeout: 60_000, ...skipIf(clusterProblem) }, () => {
  beforeAll(async () => {
    cluster = await startStepsCluster();
  }, 120_000);
  afterAll(() => cluster.stop());

  const setUp = (steps: string) => startClusterStage(cluster, steps);

  it('reads all of a large output, although the connection breaks', async () => {
    const { run, outputs, seen } = await setUp(
      step('print', 'seq 1 100000', 'sleep 2', 'seq 100001 600000'),
    );
    const ended = run('print');
    await seen('print', '\n100000\n');
    await cluster.fault('/cut');
    expect(await ended).toEqual({ exitCode: 0, wasKilled: false });
    const lines =
      outputs
        .get('print')
        ?.split('\n')
        .filter((line) => /^\d+$/.test(line)) ?? [];
    expect(lines.length).toBe(600_000);
    expect(lines.every((line, at) => Number(line) === at + 1)).toBe(true);
  });

  it('does not take the exit code 0 of an evicted Pod for a success', async () => {
    const { run, podName, seen } = await setUp(step('wait', 'echo started', 'sleep 60'));
    const ended = run('wait');
    await seen('wait', '\nstarted\n');
    await cluster.fault(`/evict?namespace=default&pod=${await podName()}`);
    await expect(ended).rejects.toThrow(
      'The Pod is gone: Evicted (The node was low on resource: memory.)',
    );
  });

  it('ends in error if somebody deletes the Pod, even if the step succeeds then', async () => {
    const { run, podName, seen } = await setUp(
      step('wait', "trap 'exit 0' TERM", 'echo started', 'while :; do sleep 0.1; done'),
    );
    const ended = run('wait');
    await seen('wait', '\nstarted\n');
    await cluster.call('DELETE', `${pods}/${await podName()}`);
    await expect(ended).rejects.toThrow('The Pod is gone: it was deleted');
  });

  it.for([
    [
      'deleted',
      (pod: string) => cluster.call('DELETE', `${pods}/${pod}`),
      'The Pod is gone: it was deleted',
    ],
    [
      'evicted',
      (pod: string) => cluster.fault(`/evict?namespace=default&pod=${pod}`),
      'The Pod is gone: Evicted (The node was low on resource: memory.)',
    ],
  ] as const)(
    'has the reason of the cluster if a Pod is %s before its record is read',
    async ([, lose, reason]) => {
      const { run, podName, seen } = await setUp(step('wait', 'echo started', 'sleep 3'));
      const ended = run('wait');
      await seen('wait', '\nstarted\n');
      const pod = await podName();
      await cluster.fault('/delay?for=15s');
      onTestFinished(() => cluster.fault('/delay?for=0s'));
      await cluster.fault('/cut');
      const reasons = async () => {
        const { status } = z.parse(podSchema, await cluster.call('GET', `${pods}/${pod}`));
        return status?.containerStatuses?.map(({ state }) => state?.terminated?.reason);
      };
      await expect.poll(reasons, { timeout: 10_000 }).toContain('Completed');
      await lose(pod);
      await expect(ended).rejects.toThrow(reason);
    },
  );

  /** Opens the engine of a runner with a copy of a folder. */
  async function openCopy(workDir: string, machine?: string) {
    const later = join(workDir, 'next');
    await mkdir(later);
    await copyFile(join(workDir, 'docker-owner'), join(later, 'docker-owner'));
    const next = createClusterEngine(cluster, { workDir: later, type: 'docker', machine });
    expect(await next.open()).toEqual({ os: 'linux', arch: 'amd64' });
    return next;
  }

  /** Starts the runner again, while the stage of its earlier start still runs. */
  async function startAgain(workDir: string) {
    const next = await openCopy(workDir);
    expect(next.orphanedStages?.take()).toEqual([stageId]);
    expect(next.orphanedStages?.take()).toBeUndefined();
    if (!next.orphanedStages) throw new Error('no stages');
    return next.orphanedStages;
  }

  it('continues a step that an earlier start of the runner has started', async () => {
    const { run, seen, specOf, workDir, setup } = await setUp(
      step('print', 'seq 1 1000', 'echo started', 'sleep 5', 'seq 1001 2000', 'exit 3'),
    );
    const bookmark = { offset: 0, lines: 2, headBytes: 0 };
    void run('print', { bookmark: () => bookmark }).catch(() => undefined);
    await seen('print', '\nstarted\n');
    const orphaned = await startAgain(workDir);
    const workspace = await orphaned.adopt(setup);
    expect(workspace.orphanedSteps).toEqual(new Map([[2, bookmark]]));
    let output = '';
    const add = (chunk: Uint8Array) => {
      output += Buffer.from(chunk).toString('latin1');
    };
    const exit = await workspace.runStep(specOf('print'), add, never);
    expect(exit).toEqual({ exitCode: 3, wasKilled: false });
    expect(output.split('\n').filter((line) => /^\d+$/.test(line))).toHaveLength(2000);
  });

  it('removes what an earlier start of the runner has left', async () => {
    const { run, podName, seen, workDir, setup } = await setUp(
      step('wait', 'echo started', 'sleep 60'),
    );
    const ended = run('wait').catch((error: Error) => error.message);
    await seen('wait', '\nstarted\n');
    const name = await podName();
    const orphaned = await startAgain(workDir);
    await orphaned.remove(stageId);
    expect(await ended).toBe('The Pod is gone: it was deleted');
    await expect
      .poll(() => cluster.call('GET', `${pods}/${name}`).catch(() => 'gone'))
      .toBe('gone');
    await expect(orphaned.adopt(setup)).rejects.toThrow('The Pod is gone');
  });

  it('leaves the stages of a runner with another name, whose folder was copied', async () => {
    const { run, seen, podName, workDir } = await setUp(step('wait', 'echo started', 'sleep 3'));
    const ended = run('wait');
    await seen('wait', '\nstarted\n');
    const copy = await openCopy(workDir, 'copy');
    expect(copy.orphanedStages?.take()).toEqual([]);
    expect(await ended).toEqual({ exitCode: 0, wasKilled: false });
    // Steps can read labels, but must not know the key with which their records are checked.
    const key = (await readFile(join(workDir, 'docker-owner'), 'utf8')).trim();
    const pod = JSON.stringify(await cluster.call('GET', `${pods}/${await podName()}`));
    expect(pod).not.toContain(key);
  });
});
