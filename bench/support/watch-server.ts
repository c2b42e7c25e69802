import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { AttackedServer } from './attacked-server.ts';
import { readRssOf } from './processes.ts';

const sampleMs = 20;
/** Time to measure after `job`, because the server may be busy for longer than its caller. */
const afterMs = 500;

export interface Watched {
  result: string;
  tookMs: number;
  /** Maximum response times of `/healthz` and of the list. */
  healthMs: number;
  readMs: number;
  /** Peak memory of the server, in MB. */
  memory: number;
}

/** Measures how `job` affects the response times of other clients, and the memory of the server. */
export async function watchServer(
  server: AttackedServer,
  job: () => Promise<string>,
): Promise<Watched> {
  const probe = fork(new URL('attack-probe.ts', import.meta.url));
  probe.send({ url: server.url, headers: server.headers });
  await once(probe, 'message');
  let memory = readRssOf(server.pid);
  const sampling = setInterval(() => {
    memory = Math.max(memory, readRssOf(server.pid));
  }, sampleMs);
  try {
    const begun = performance.now();
    const result = await job();
    const tookMs = performance.now() - begun;
    await delay(afterMs);
    const answer = once(probe, 'message');
    probe.send('stop');
    const [[healthMs, readMs]] = await answer;
    return { result, tookMs, healthMs, readMs, memory };
  } finally {
    clearInterval(sampling);
    probe.kill();
  }
}
