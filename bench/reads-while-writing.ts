// Response time of pages while steps print. Five runners send the lines of five steps, 100,000 a second in
// total, in batches of the usual size. Meanwhile the list of builds, a build and a finished log are
// requested, one after the other.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rpcClient, rpcSecret, startOverRpc } from '../apps/server/testing/rpc-client.ts';
import { Millrace } from '../e2e/support/millrace.ts';
import { WorkTree } from '../e2e/support/work-tree.ts';
import type { LoadResult } from './support/load.ts';
import { readCpuOf } from './support/processes.ts';
import { print } from './support/statistics.ts';

const steps = 5;
const linesPerSecond = 100_000;
const batchesPerSecond = 10;
const seconds = 20;
const pipelines = Array.from({ length: steps }, (_, index) =>
  [
    'kind: pipeline',
    'type: exec',
    `name: stage-${index}`,
    'clone: { disable: true }',
    'steps: [{ name: greet, commands: ["true"] }]',
  ].join('\n'),
).join('\n---\n');

const millrace = await Millrace.start({
  MILLRACE_RUNNER_CAPACITY: '0',
  MILLRACE_RPC_SECRET: rpcSecret,
});
try {
  const token = await millrace.readToken();
  const tree = await WorkTree.create(millrace, 'admin/bench');
  await tree.commit({ '.drone.yml': pipelines }, 'Bench');
  await tree.push();
  const rpc = rpcClient(millrace);
  const running: Awaited<ReturnType<typeof startOverRpc>>[] = [];
  for (let index = 0; index < steps; index++) running.push(await startOverRpc(rpc));
  await measure('without printing steps', token, async () => {});
  await measure(`${steps} steps print ${linesPerSecond} lines a second`, token, async (isDone) => {
    const sent = await Promise.all(running.map(({ step }) => sendLines(rpc, step.id, isDone)));
    print(
      `  ${Math.round(sent.reduce((a, b) => a + b, 0) / seconds)} lines a second were accepted`,
    );
  });
} finally {
  await millrace.dispose();
}

async function measure(
  name: string,
  token: string,
  work: (isDone: () => boolean) => Promise<void>,
): Promise<void> {
  const builds = '/api/repos/admin/bench/builds';
  const child = fork(new URL('./support/load.ts', import.meta.url));
  child.send({
    url: millrace.url,
    paths: [builds, `${builds}/1`, '/api/user/repos?latest=true', `${builds}/1/logs/1/1?to=1000`],
    headers: { authorization: `Bearer ${token}` },
    concurrency: 1,
    seconds,
  });
  const cpuBefore = readCpuOf(millrace.pid ?? 0);
  let isDone = false;
  const working = work(() => isDone);
  const [result] = (await once(child, 'message')) as [LoadResult];
  isDone = true;
  await working;
  const cpu = (readCpuOf(millrace.pid ?? 0) - cpuBefore) / seconds;
  print(
    `${name}: ${Math.round(result.perSecond)} pages a second, p50 ${result.p50.toFixed(1)} ms,` +
      ` p99 ${result.p99.toFixed(1)} ms; ${cpu.toFixed(2)} processors`,
  );
}

/**
 * Sends lines until the measurement ends, at most at the given rate; resolves with the number of accepted
 * lines.
 */
async function sendLines(
  rpc: ReturnType<typeof rpcClient>,
  stepId: number,
  isDone: () => boolean,
): Promise<number> {
  const perBatch = linesPerSecond / steps / batchesPerSecond;
  const startedAt = performance.now();
  let pos = 0;
  while (!isDone()) {
    const batch = Array.from({ length: perBatch }, (_, index) => ({
      pos: pos + index,
      out: `line ${pos + index} of a step that prints much\n`,
      time: 1,
    }));
    await rpc('POST', `/step/${stepId}/logs/batch`, batch);
    pos += perBatch;
    const aheadMs = (pos / (perBatch * batchesPerSecond)) * 1000 - (performance.now() - startedAt);
    if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
  }
  return pos;
}
