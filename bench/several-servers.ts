// Throughput of 1, 2 and 4 servers on one Postgres: builds a second from their creation over three stages
// to the end, claims a second with 200 runners, and the delay of changes for viewers, alternating between
// the servers. Everything runs on this machine, so only ratios matter:
// `npm run bench -- several-servers 1000` sets the number of streams.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { newRunnerId, rpcSecret } from '../apps/server/testing/rpc-client.ts';
import { type Cluster, startCluster } from './support/cluster.ts';
import { readRssOf } from './support/processes.ts';
import { median, print, quantile } from './support/statistics.ts';

const runs = 3;
const buildCount = 100;
const runnerCount = 200;
const streamCounts = process.argv.slice(2).map(Number);
const marker = Buffer.from('"build":{"id":');

for (const servers of [1, 2, 4]) {
  const cluster = await startCluster(servers);
  try {
    const rates: { builds: number; claims: number }[] = [];
    for (let run = 0; run < runs; run++) rates.push(await runBuilds(cluster));
    print(
      `${servers} servers: ${median(rates.map(({ builds }) => builds)).toFixed(1)} builds/s of three stages, ` +
        `${median(rates.map(({ claims }) => claims)).toFixed(0)} claims/s with ${runnerCount} runners asking`,
    );
    for (const streams of streamCounts.length > 0 ? streamCounts : [1000, 10_000]) {
      await measureDelay(cluster, streams);
    }
  } finally {
    await cluster.stop();
    await rm(cluster.dir, { recursive: true, force: true });
  }
}

/**
 * Creates builds on the servers in rotation while runners poll all of them; ends when all builds have
 * finished.
 */
async function runBuilds(cluster: Cluster): Promise<{ builds: number; claims: number }> {
  const stop = new AbortController();
  const remaining = { stages: buildCount * 3, claims: 0, claimedMs: 0 };
  const done = Promise.withResolvers<void>();
  await cluster.ask('DELETE', '/api/queue');
  for (let build = 0; build < buildCount; build++) {
    await cluster.ask('POST', '/api/repos/admin/bench/builds', build);
  }
  const runners = Array.from({ length: runnerCount }, (_, at) =>
    run(cluster, at, stop.signal, remaining, done),
  );
  const startedAt = performance.now();
  await cluster.ask('POST', '/api/queue');
  await done.promise;
  const seconds = (performance.now() - startedAt) / 1000;
  stop.abort();
  await Promise.all(runners);
  return { builds: buildCount / seconds, claims: (remaining.claims / remaining.claimedMs) * 1000 };
}

/** Runs a runner whose stages take no time. */
async function run(
  cluster: Cluster,
  at: number,
  signal: AbortSignal,
  remaining: { stages: number; claims: number; claimedMs: number },
  done: PromiseWithResolvers<void>,
): Promise<void> {
  const url = cluster.urls[at % cluster.urls.length];
  const headers = { 'X-Drone-Token': rpcSecret, 'X-Millrace-Runner': newRunnerId() };
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/rpc/v2${path}`, {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    });
    const text = await answer.text();
    if (answer.status >= 400 && answer.status !== 409) throw new Error(`${path}: ${text}`);
    return { status: answer.status, body: text };
  };
  const startedAt = performance.now();
  try {
    while (!signal.aborted) {
      const asked = await call('POST', '/stage', { kind: 'pipeline', type: 'exec' });
      if (asked.status !== 200) continue;
      const { id } = JSON.parse(asked.body);
      const claimed = await call('POST', `/stage/${id}?machine=bench-${at}`);
      if (claimed.status !== 200) continue;
      remaining.claims++;
      remaining.claimedMs = Math.max(remaining.claimedMs, performance.now() - startedAt);
      const stage = JSON.parse(claimed.body);
      const steps = [
        { id: 0, step_id: id, number: 1, name: 'a', status: 'pending', exit_code: 0, version: 0 },
      ];
      const begun = await call('PUT', `/stage/${id}`, { ...stage, status: 'running', steps });
      const running = JSON.parse(begun.body);
      const step = { ...running.steps[0], status: 'success', started: 1, stopped: 2 };
      await call('PUT', `/step/${step.id}`, step);
      await call('PUT', `/stage/${id}`, { ...running, status: 'success', stopped: 2 });
      if (--remaining.stages === 0) done.resolve();
    }
  } catch (error) {
    if (!signal.aborted) done.reject(error);
  }
}

/**
 * Changes builds on the servers in rotation, and measures when the streams on all servers receive the
 * changes.
 */
async function measureDelay(cluster: Cluster, count: number): Promise<void> {
  const before = cluster.pids.map(readRssOf);
  const delays: number[] = [];
  const sentAt = new Map<string, number>();
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(100, count - sockets.length) }, (_, i) => {
      const { hostname, port } = new URL(cluster.urls[i % cluster.urls.length] ?? '');
      const socket = createConnection({ host: hostname, port: Number(port) });
      socket.write(
        `GET /api/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${cluster.token}\r\n\r\n`,
      );
      return socket;
    });
    for (const socket of some) {
      await once(socket, 'data');
      socket.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(marker); at >= 0; at = chunk.indexOf(marker, at + 1)) {
          const head = chunk.toString('latin1', at, at + 300);
          const sent = sentAt.get(
            `${/"number":(\d+)/.exec(head)?.[1]} ${/"status":"(\w+)"/.exec(head)?.[1]}`,
          );
          if (sent !== undefined) delays.push(performance.now() - sent);
        }
      });
    }
    sockets.push(...some);
  }
  const memory = cluster.pids
    .map(readRssOf)
    .reduce((sum, rss, at) => sum + rss - (before[at] ?? 0), 0);
  const changes = 50;
  for (let change = 0; change < changes; change++) {
    const { number } = JSON.parse(
      await cluster.ask('POST', '/api/repos/admin/bench/builds', change),
    );
    sentAt.set(`${number} killed`, performance.now());
    await cluster.ask('DELETE', `/api/repos/admin/bench/builds/${number}`, change + 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const share = (100 * delays.length) / (changes * count);
  print(
    `  ${count} streams: ${share.toFixed(1)} % of ${changes} changes seen, delay p50 ${quantile(delays, 0.5).toFixed(0)} ms, ` +
      `p99 ${quantile(delays, 0.99).toFixed(0)} ms, ${((memory * 1024) / count).toFixed(1)} kB a stream`,
  );
  for (const socket of sockets) socket.destroy();
}
