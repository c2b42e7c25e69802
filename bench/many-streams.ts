// Cost of open event streams, and delay of changes. Many viewers keep `/api/stream` or the stream of a
// repository open while its builds change at a given rate; another process polls `/healthz`. A change may
// be skipped if a newer one of the same build replaces it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { Millrace } from '../e2e/support/millrace.ts';
import { WorkTree } from '../e2e/support/work-tree.ts';
import { readCpuOf, readRssOf } from './support/processes.ts';
import { print, quantile } from './support/statistics.ts';

const viewers = Number(process.argv[2] ?? 10_000);
const seconds = 30;
const changesPerSecond = Number(process.argv[3] ?? 5);
const maxOpening = 100;
/** Text before the fields to find in a message. */
const marker = Buffer.from('"build":{"id":');
const pipeline = `kind: pipeline
type: exec
name: bench
clone: { disable: true }
steps:
  - { name: work, commands: [ "true" ] }
`;

const millrace = await Millrace.start({
  MILLRACE_RUNNER_CAPACITY: '0',
  MILLRACE_STREAMS: '100000',
  MILLRACE_STREAMS_PER_ACCOUNT: '100000',
  MILLRACE_STREAMS_PER_ADDRESS: '100000',
});
try {
  await measure();
} finally {
  await millrace.dispose();
}

async function measure(): Promise<void> {
  const pid = millrace.pid ?? 0;
  const token = await millrace.readToken();
  const tree = await WorkTree.create(millrace, 'admin/bench');
  await tree.commit({ '.drone.yml': pipeline }, 'Bench');
  await tree.push();

  const before = readRssOf(pid);
  const delays: number[] = [];
  const sentAt = new Map<string, number>();
  const sockets = await openAll(token, (change) => {
    const at = sentAt.get(change);
    if (at !== undefined) delays.push(performance.now() - at);
  });
  const open = readRssOf(pid);
  print(
    `${viewers} streams open: ${before.toFixed(0)} → ${open.toFixed(0)} MB,` +
      ` ${(((open - before) * 1024) / viewers).toFixed(1)} kB a stream`,
  );

  const asking = probe(seconds);
  const cpuBefore = readCpuOf(pid);
  let changes = 0;
  const startedAt = performance.now();
  const call = async (method: string, path: string) => {
    const url = `${millrace.url}/api/repos/admin/bench/builds${path}`;
    const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
    return answer.text();
  };
  // Each build is started and then cancelled, so there is one build for every two changes.
  for (let build = 2; performance.now() - startedAt < seconds * 1000; build++) {
    for (const [status, method, path] of [
      ['pending', 'POST', ''],
      ['killed', 'DELETE', `/${build}`],
    ] as const) {
      sentAt.set(`${build} ${status}`, performance.now());
      await call(method, path);
      const nextAt = startedAt + (++changes * 1000) / changesPerSecond;
      const waitMs = Math.max(0, nextAt - performance.now());
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  const health = await asking;
  const cpu = (readCpuOf(pid) - cpuBefore) / ((performance.now() - startedAt) / 1000);
  const share = (100 * delays.length) / (changes * viewers);
  print(
    `${changes} changes: ${share.toFixed(1)} % of them received by each viewer; delay` +
      ` p50 ${quantile(delays, 0.5).toFixed(0)} ms, p99 ${quantile(delays, 0.99).toFixed(0)} ms,` +
      ` slowest ${quantile(delays, 1).toFixed(0)} ms; /healthz p50 ${quantile(health, 0.5).toFixed(1)} ms,` +
      ` p99 ${quantile(health, 0.99).toFixed(0)} ms, slowest ${quantile(health, 1).toFixed(0)} ms` +
      ` of ${health.length}; ${cpu.toFixed(2)} processors, ${readRssOf(pid).toFixed(0)} MB`,
  );
  for (const socket of sockets) socket.destroy();
  const closedAt = performance.now();
  await call('GET', '?page=1');
  print(`all streams closed: next response after ${(performance.now() - closedAt).toFixed(0)} ms`);
  for (let second = 0; second < 10; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await call('GET', '?page=1');
  }
  print(`${readRssOf(pid).toFixed(0)} MB after 10 s`);
}

/** Opens streams of both kinds; reports each received change as "number status". */
async function openAll(token: string, onChange: (change: string) => void): Promise<Socket[]> {
  const { hostname, port } = new URL(millrace.url);
  const sockets: Socket[] = [];
  while (sockets.length < viewers) {
    const some = Array.from({ length: Math.min(maxOpening, viewers - sockets.length) }, (_, i) => {
      const path = i % 2 ? '/api/stream' : '/api/stream/admin/bench';
      const socket = createConnection({ host: hostname, port: Number(port) });
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`,
      );
      return socket;
    });
    for (const socket of some) {
      const [head] = await once(socket, 'data');
      if (!String(head).startsWith('HTTP/1.1 200')) throw new Error(`Stream rejected: ${head}`);
      socket.on('data', (chunk: Buffer) => readChanges(chunk, onChange));
    }
    sockets.push(...some);
  }
  return sockets;
}

/** Finds the fields without parsing the JSON, because there are tens of thousands of messages a second. */
function readChanges(chunk: Buffer, onChange: (change: string) => void): void {
  for (let at = chunk.indexOf(marker); at >= 0; at = chunk.indexOf(marker, at + marker.length)) {
    const head = chunk.toString('latin1', at, at + 300);
    const number = /"number":(\d+)/.exec(head)?.[1];
    const status = /"status":"(\w+)"/.exec(head)?.[1];
    if (number && status) onChange(`${number} ${status}`);
  }
}

/** Resolves with response times of `/healthz`, in milliseconds. */
async function probe(forSeconds: number): Promise<number[]> {
  const child = fork(new URL('./support/health-probe.ts', import.meta.url));
  child.send({ url: millrace.url, seconds: forSeconds });
  const [times] = (await once(child, 'message')) as [number[]];
  return times;
}
