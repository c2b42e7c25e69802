import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stage } from '@millrace/contract/api';
import { createRandom } from '@millrace/test-support/random';
import { skipIf } from '@millrace/test-support/skip-if';
import { findStepsProblem, startStepsCluster } from '@millrace/test-support/test-cluster';
import { expect, it, onTestFailed, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import {
  disturb,
  type Fault,
  objects,
  ofRunners,
  podList,
} from '../testing/crash-tests/cluster-faults.ts';
import {
  type EndedStage,
  linesBeforeMemory,
  linesOfStage,
  stagesOfBuild,
  startClusterSubject,
} from '../testing/crash-tests/cluster-subject.ts';

const problem = await findStepsProblem();
const stages = Number(process.env.MILLRACE_TEST_KUBERNETES_STAGES ?? 44);
const seed = Number(process.env.MILLRACE_TEST_SEED) || 1;
/** Builds that wait or run at a time. */
const openBuilds = 4;
it('no stage of a cluster under faults is a false success, and no line is lost', {
  timeout: 5_400_000,
  ...skipIf(problem),
}, async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-kubernetes-crash-'));
  const cluster = await startStepsCluster();
  onTestFinished(async () => {
    await cluster.stop();
    await rm(tempDir, { recursive: true, force: true, maxRetries: 3 });
  });
  const subject = await startClusterSubject(tempDir, cluster);
  onTestFailed(() => {
    process.stdout.write(subject.outputs());
  });
  const random = createRandom(seed);
  const injected = new Map<Fault, number>();
  const ended = new AbortController();
  const disturbing = disturb(subject, cluster, { random, injected, ended: ended.signal });

  const builds = Math.ceil(stages / stagesOfBuild);
  for (let number = 2; number <= builds; number++) {
    await subject.untilOpen((open) => open < openBuilds);
    await subject.startBuild(number);
  }
  await subject.untilOpen((open) => open === 0);
  ended.abort();
  await disturbing;

  const finished = await subject.readStages(builds);
  const wrong = finished.flatMap((stage) => findWrong(stage));
  const kinds = Map.groupBy(finished, ({ stage }) => describeEnd(stage));
  const counts = [...kinds].map(([kind, list]) => `${list.length} ${kind}`).sort();
  const causes = [...injected].map(([fault, count]) => `${count} ${fault}`);
  const continued = subject.outputs().split('continuing a stage of before').length - 1;
  process.stdout.write(
    `  faults: ${causes.join(', ')}\n  stages left by killed runners: ${continued}\n  ${counts.join('\n  ')}\n`,
  );
  expect(wrong).toEqual([]);
  expect(finished).toHaveLength(builds * stagesOfBuild);
  const listLeft = async () => {
    const [pods, secrets] = await Promise.all(
      ['pods', 'secrets'].map(async (kind) =>
        z.parse(podList, await cluster.call('GET', `${objects}/${kind}${ofRunners}`)),
      ),
    );
    return [...(pods?.items ?? []), ...(secrets?.items ?? [])];
  };
  await expect.poll(listLeft, { timeout: 60_000, interval: 500 }).toEqual([]);
});

/** A success needs exit code 0 and every line, a failure its own exit code and every line, and an error a reason. */
function findWrong({ stage, printed }: EndedStage): string[] {
  const { name, status, error = '', exit_code: exitCode } = stage;
  const code = /\((\d), \d\)/.exec(name)?.[1];
  const what = `${name} of build ${stage.build_id}: ${status} ${exitCode} ${error}`;
  const numbers = printed.map(({ out = '' }) => out.trim()).filter((text) => /^\d+$/.test(text));
  const isInOrder = numbers.every((text, at) => Number(text) === at + 1);
  if (!isInOrder) return [`${what}: lines are missing or doubled`];
  if (status === 'error') {
    // A step that succeeded has a record. Its error must say why that could not be read.
    const isUnexplained = error === '' || error.includes('without a result: Completed');
    return isUnexplained ? [`${what}: no reason`] : [];
  }
  if (code === undefined) {
    const isHonest =
      status === 'failure' && exitCode === 137 && numbers.length === linesBeforeMemory;
    return isHonest ? [] : [`${what}: ran out of memory`];
  }
  const isExpected = status === (code === '0' ? 'success' : 'failure') && exitCode === Number(code);
  if (!isExpected) return [`${what}: expected exit code ${code}`];
  return numbers.length === linesOfStage ? [] : [`${what}: ${numbers.length} lines`];
}

function describeEnd({ name, status, exit_code: exitCode, error = '' }: Stage): string {
  const kind = name.startsWith('memory') ? 'memory' : 'work';
  return `${kind}: ${status} ${exitCode} ${error.slice(0, 90)}`.trim();
}
