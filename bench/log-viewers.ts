// Delay of the lines of one step for viewers at two servers on one Postgres. A runner sends the lines to the first server;
// five viewers of each server read as fast as they can, and the others 200 kB a second:
// `npm run bench -- log-viewers 500 15000` sets the numbers of viewers and of lines a second.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { newRunnerId, rpcSecret } from '../apps/server/testing/rpc-client.ts';
import { startCluster } from './support/cluster.ts';
import type { Viewed, Viewing } from './support/log-viewers-process.ts';
import { readCpuOf } from './support/processes.ts';
import { print, quantile } from './support/statistics.ts';

const viewers = Number(process.argv[2] ?? 200);
const linesPerSecond = Number(process.argv[3] ?? 15_000);
const seconds = 20;
const batchMs = 50;
const runner = newRunnerId();

const cluster = await startCluster(2);
try {
  await measure();
} finally {
  await cluster.stop();
  await rm(cluster.dir, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { build, stage, step } = await startStep();
  const path = `/api/stream/admin/bench/${build}/${stage}/1`;
  const processes = cluster.urls.map((url) =>
    view({ url: url + path, token: cluster.token, count: viewers / cluster.urls.length }),
  );
  await Promise.all(processes.map(({ opened }) => opened));
  const before = cluster.pids.map(readCpuOf);
  const stored: number[] = [];
  const startedAt = performance.now();
  for (let sent = 0; performance.now() - startedAt < seconds * 1000; ) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * linesPerSecond);
    const sentAt = performance.now();
    await send(step, sent, due);
    stored.push(performance.now() - sentAt);
    sent = due;
    await sleep(batchMs);
  }
  const took = (performance.now() - startedAt) / 1000;
  print(
    `stored after p50 ${quantile(stored, 0.5).toFixed(0)} ms, p99 ${quantile(stored, 0.99).toFixed(0)} ms`,
  );
  for (const [at, { stop }] of processes.entries()) {
    const { delays, slowLines, fastLines } = await stop();
    const cpu = (readCpuOf(cluster.pids[at] ?? 0) - (before[at] ?? 0)) / took;
    print(
      `server ${at + 1}: delay p50 ${quantile(delays, 0.5).toFixed(0)} ms, p99 ${quantile(delays, 0.99).toFixed(0)} ms;` +
        ` ${(fastLines / took).toFixed(0)} lines/s to a fast viewer, ${(slowLines / took).toFixed(0)} to a slow one;` +
        ` ${cpu.toFixed(2)} processors`,
    );
  }
}

/** Opens viewers in another process. */
function view(viewing: Viewing) {
  const child = fork(new URL('./support/log-viewers-process.ts', import.meta.url));
  child.send(viewing);
  return {
    opened: once(child, 'message'),
    stop: async (): Promise<Viewed> => {
      const answer = once(child, 'message');
      child.send('stop');
      const [viewed] = await answer;
      return viewed;
    },
  };
}

/** Claims the first stage of a build, and starts its step. */
async function startStep(): Promise<{ build: number; stage: number; step: number }> {
  const { number: build } = JSON.parse(await cluster.ask('POST', '/api/repos/admin/bench/builds'));
  const asked = await call('POST', '/stage', { kind: 'pipeline', type: 'exec' });
  const stage = await call('POST', `/stage/${asked.id}?machine=bench`);
  const steps = [
    { id: 0, step_id: asked.id, number: 1, name: 'a', status: 'pending', exit_code: 0, version: 0 },
  ];
  const running = await call('PUT', `/stage/${asked.id}`, { ...stage, status: 'running', steps });
  const [step] = running.steps;
  await call('PUT', `/step/${step.id}`, { ...step, status: 'running', started: 1 });
  return { build, stage: stage.number, step: step.id };
}

async function send(step: number, from: number, to: number): Promise<void> {
  const now = performance.timeOrigin + performance.now();
  const lines = Array.from({ length: to - from }, (_, at) => ({
    pos: from + at,
    out: `at ${now.toFixed(1)} compiled src/features/part-${at % 80}/thing.ts in ${at % 977} ms\n`,
    time: 0,
  }));
  await call('POST', `/step/${step}/logs/batch`, lines);
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${cluster.urls[0]}/rpc/v2${path}`, {
    method,
    headers: { 'X-Drone-Token': rpcSecret, 'X-Millrace-Runner': runner },
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}
