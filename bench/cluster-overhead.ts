// Time from the claim of a stage to the first line of its first step, on Docker and on a Kubernetes cluster whose
// machine runs containers of the same Docker. `MILLRACE_TEST_KUBERNETES` names the cluster; see tools/programs/kubernetes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testImage } from '@millrace/test-support/docker-host';
import { startStepsCluster } from '@millrace/test-support/test-cluster';
import { createDockerEngine } from '../apps/runner/src/engines/docker/docker-engine.ts';
import type { Engine } from '../apps/runner/src/engines/engine.ts';
import { createClusterEngine } from '../apps/runner/src/testing/cluster-engine.ts';
import { stepFixture } from '../apps/runner/src/testing/step-fixture.ts';

const rounds = 15;

const cluster = await startStepsCluster();
const dir = await mkdtemp(join(tmpdir(), 'millrace-bench-'));
try {
  const kubernetes = createClusterEngine(cluster, { workDir: join(dir, 'kubernetes') });
  const engines = { docker: createDockerEngine({ workDir: join(dir, 'docker') }), kubernetes };
  await engines.docker.open();
  await engines.kubernetes.open();
  const times = { docker: [] as number[], kubernetes: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    times.docker.push(await timeToFirstLine(engines.docker, round));
    times.kubernetes.push(await timeToFirstLine(engines.kubernetes, round));
  }
  for (const [name, list] of Object.entries(times)) {
    const [low, middle, high] = [0, rounds >> 1, rounds - 1].map(
      (at) => list.toSorted(byValue)[at],
    );
    process.stdout.write(
      `${name}: median ${middle?.toFixed()} ms (${low?.toFixed()} to ${high?.toFixed()})\n`,
    );
  }
} finally {
  await cluster.stop();
  await rm(dir, { recursive: true, force: true });
}
process.exit();

/** Runs a stage with one step; returns the milliseconds until its first line. */
async function timeToFirstLine(engine: Engine, stageId: number): Promise<number> {
  const startedMs = performance.now();
  const workspace = await engine.createWorkspace({
    stageId,
    workspace: { base: '', path: '' },
    volumes: [],
    hosts: [],
    registries: [],
  });
  const step = stepFixture(testImage, ['echo line']);
  workspace.prepare?.([step]);
  let firstMs = 0;
  const see = () => {
    firstMs ||= performance.now() - startedMs;
  };
  await workspace.runStep(step, see, new AbortController().signal);
  await workspace.remove();
  return firstMs;
}

function byValue(one: number, other: number): number {
  return one - other;
}
