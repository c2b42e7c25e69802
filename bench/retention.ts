// Response time of pages while five steps print and retention deletes 90 % of 100,000 builds with their logs,
// compared with the same load without retention; the size of the SQLite file before and after.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { rpcClient, rpcSecret, startOverRpc } from '../apps/server/testing/rpc-client.ts';
import { Millrace } from '../e2e/support/millrace.ts';
import { WorkTree } from '../e2e/support/work-tree.ts';
import { fillDatabase } from './support/fill-database.ts';
import type { LoadResult } from './support/load.ts';
import { print } from './support/statistics.ts';

const amounts = { repos: 100, buildsPerRepo: 1000, stagesPerBuild: 1, stepsPerStage: 3 };
const retained = 100;
const steps = 5;
const linesPerBatch = 400;
const batchMs = 100;
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

const settings: Record<string, string> = {
  MILLRACE_RUNNER_CAPACITY: '0',
  MILLRACE_RPC_SECRET: rpcSecret,
};
const millrace = await Millrace.start(settings, { isFirst: true });
const file = join(millrace.dataDir, 'millrace.db');
try {
  fillDatabase(file, 1, amounts);
  addLogs();
  const token = await millrace.readToken();
  const tree = await WorkTree.create(millrace, 'admin/bench');
  await tree.commit({ '.drone.yml': pipelines }, 'Bench');
  await tree.push();
  const rpc = rpcClient(millrace);
  const running: Awaited<ReturnType<typeof startOverRpc>>[] = [];
  for (let index = 0; index < steps; index++) running.push(await startOverRpc(rpc));
  print(`${countBuilds()} builds in ${megabytes()} MB`);
  const stepIds = running.map(({ step }) => step.id);
  let next = await measure('without retention', token, stepIds, 0);
  await millrace.end();
  settings.MILLRACE_BUILD_COUNT = String(retained);
  await millrace.start();
  const startedAt = performance.now();
  const remaining = amounts.repos * retained + 1;
  while (countBuilds() > remaining) {
    next = await measure('during retention', token, stepIds, next);
    print(`  ${countBuilds()} builds are left`);
  }
  print(`deleted in less than ${Math.round((performance.now() - startedAt) / 1000)} s`);
  // Wait until the space is released and the write-ahead log is merged.
  for (let size = 0; size !== statSync(file).size; await sleep(10_000)) size = statSync(file).size;
  await millrace.end();
  print(`${countBuilds()} builds in ${megabytes()} MB`);
} finally {
  await millrace.dispose();
}

/** Adds a block of 4 kB to the log of each step. */
function addLogs(): void {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  db.exec(`insert into log_blocks (step_id, first_pos, last_pos, bytes, lines)
    select id, 0, 99, 8000, randomblob(4000) from steps`);
  db.close();
}

function countBuilds(): number {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  const row = db.prepare('select count(*) as count from builds').get();
  db.close();
  return Number(row?.count);
}

function megabytes(): number {
  return Math.round(statSync(file).size / 1e6);
}

/** Returns the position after the last line of each step. */
async function measure(
  name: string,
  token: string,
  stepIds: readonly number[],
  from: number,
): Promise<number> {
  const child = fork(new URL('./support/load.ts', import.meta.url));
  const builds = '/api/repos/bench/repo-50/builds';
  child.send({
    url: millrace.url,
    paths: [builds, `${builds}/1000`, '/api/user/repos?latest=true'],
    headers: { authorization: `Bearer ${token}` },
    concurrency: 1,
    seconds,
  });
  let isDone = false;
  const sending = Promise.all(stepIds.map((id) => sendLines(id, from, () => isDone)));
  const [{ perSecond, p50, p99 }] = (await once(child, 'message')) as [LoadResult];
  isDone = true;
  const ends = await sending;
  print(
    `${name}: ${Math.round(perSecond)} pages a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  return Math.max(...ends);
}

async function sendLines(stepId: number, from: number, isDone: () => boolean): Promise<number> {
  const rpc = rpcClient(millrace);
  let pos = from;
  while (!isDone()) {
    const lines = Array.from({ length: linesPerBatch }, (_, index) => ({
      pos: pos + index,
      out: `line ${pos + index} of a step that prints much\n`,
      time: 1,
    }));
    await rpc('POST', `/step/${stepId}/logs/batch`, lines);
    pos += linesPerBatch;
    await sleep(batchMs);
  }
  return pos;
}
