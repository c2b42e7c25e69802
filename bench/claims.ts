// Claims a second, and the time from the end of a stage to the next claim of its runner, while thousands of stages
// wait and hundreds of runners ask. First, the stages take no time, so that claims are as fast as the server; then, they
// take so long that the runners ask for half as many. Another number of waiting stages and runners:
// `npm run bench -- claims 20000 200`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { newRunnerId, rpcSecret } from '../apps/server/testing/rpc-client.ts';
import { fillDatabase } from './support/fill-database.ts';
import { ServerProcess } from './support/server-process.ts';
import { median, print, quantile } from './support/statistics.ts';

const [stageCount = 10_000, runnerCount = 500] = process.argv.slice(2).map(Number);
const seconds = 10;
const repos = 200;
const checkout = new URL('..', import.meta.url).pathname;

interface Work {
  /** Average duration of a stage. */
  stageMs: number;
  signal: AbortSignal;
  /** Milliseconds from the end of a stage to the next claim. */
  pauses: number[];
  claims: number;
}

const dir = await mkdtemp(join(tmpdir(), 'millrace-claims-'));
const server = new ServerProcess(checkout, dir, {
  MILLRACE_RUNNER_CAPACITY: '0',
  MILLRACE_RPC_SECRET: rpcSecret,
});
try {
  await server.start();
  const { id } = await server.readAdmin();
  await server.stop();
  const file = join(dir, 'millrace.db');
  fillDatabase(file, id, {
    repos,
    buildsPerRepo: stageCount / repos,
    stagesPerBuild: 1,
    stepsPerStage: 1,
  });
  const db = new DatabaseSync(file, { timeout: 10_000 });
  db.exec(
    "update builds set status = 'pending', finished = 0; update steps set status = 'pending'; update stages set status = 'pending', machine = '', started = 0, stopped = 0; analyze",
  );
  db.close();
  await server.start();
  const fastest = await measure(0);
  print(
    `${stageCount} waiting stages, ${runnerCount} runners: ${fastest.perSecond.toFixed(0)} claims/s`,
  );
  const { perSecond, pauses } = await measure((2 * runnerCount * 1000) / fastest.perSecond);
  print(
    `At ${perSecond.toFixed(0)} claims/s, end of a stage to the next claim: ` +
      `median ${median(pauses).toFixed(0)} ms, p99 ${quantile(pauses, 0.99).toFixed(0)} ms`,
  );

  /** Lets all runners work for a while, on stages of this duration on average. */
  async function measure(stageMs: number): Promise<{ perSecond: number; pauses: number[] }> {
    const stop = new AbortController();
    const pauses: number[] = [];
    const work = { stageMs, signal: stop.signal, pauses, claims: 0 };
    const runners = Array.from({ length: runnerCount }, (_, at) => run(at, work));
    await sleep(stageMs);
    const before = work.claims;
    pauses.length = 0;
    const startedAt = performance.now();
    await sleep(seconds * 1000);
    const perSecond = ((work.claims - before) * 1000) / (performance.now() - startedAt);
    const measured = [...pauses];
    stop.abort();
    await Promise.all(runners);
    return { perSecond, pauses: measured };
  }

  async function run(at: number, work: Work): Promise<void> {
    const { signal } = work;
    const headers = { 'X-Drone-Token': rpcSecret, 'X-Millrace-Runner': newRunnerId() };
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${server.url}/rpc/v2${path}`, {
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    let endedAt: number | undefined;
    while (!signal.aborted) {
      try {
        const asked = await call('POST', '/stage', { kind: 'pipeline', type: 'exec' });
        if (asked.status !== 200) continue;
        const { id: stageId } = JSON.parse(asked.text);
        const claimed = await call('POST', `/stage/${stageId}?machine=bench-${at}`);
        if (claimed.status !== 200) continue;
        work.claims++;
        if (endedAt !== undefined) work.pauses.push(performance.now() - endedAt);
        const stage = JSON.parse(claimed.text);
        // Half to one and a half of the average.
        if (work.stageMs > 0)
          await sleep(work.stageMs * (0.5 + Math.random()), undefined, { signal });
        await call('PUT', `/stage/${stageId}`, { ...stage, status: 'success', stopped: 2 });
        endedAt = performance.now();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }
} finally {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
}
