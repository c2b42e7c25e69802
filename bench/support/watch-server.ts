import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AttackedServer } from './attacked-server.ts';
import { readRssOf } from './processes.ts';

const sampleMs = 20;

export interface Watched {
  result: string;
  tookMs: number;
  /** Longest answers of `/healthz` and of the list. */
  healthMs: number;
  readMs: number;
  /** Most memory of the server, in MB. */
  memory: number;
}

/** Watches from outside what others notice of `job`, and how much memory the server takes. */
export async function watchServer(
  server: AttackedServer,
  job: () => Promise<string>,
): Promise<Watched> {
  const probe = fork(new URL('attack-probe.ts', import.meta.url));
  probe.send({ url: server.url, headers: server.headers });
  let memory = readRssOf(server.pid);
  const sampling = setInterval(() => {
    memory = Math.max(memory, readRssOf(server.pid));
  }, sampleMs);
  try {
    const begun = performance.now();
    const result = await job();
    const tookMs = performance.now() - begun;
    const answer = once(probe, 'message');
    probe.send('stop');
    const [[healthMs, readMs]] = await answer;
    return { result, tookMs, healthMs, readMs, memory };
  } finally {
    clearInterval(sampling);
    probe.kill();
  }
}
