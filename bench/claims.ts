// Claims a second, and the time from the end of a stage to the next claim of its runner, while thousands of stages
// wait and hundreds of runners ask. The stages take no time. Another number of waiting stages and runners:
// `npm run bench -- claims 800 200`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newRunnerId, rpcSecret } from '../apps/server/testing/rpc-client.ts';
import { fillDatabase } from './support/fill-database.ts';
import { ServerProcess } from './support/server-process.ts';
import { median, print, quantile } from './support/statistics.ts';

const [stageCount = 10_000, runnerCount = 500] = process.argv.slice(2).map(Number);
const seconds = 20;
const repos = 200;
const checkout = new URL('..', import.meta.url).pathname;

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
  const stop = new AbortController();
  const pauses: number[] = [];
  let claims = 0;
  const runners = Array.from({ length: runnerCount }, (_, at) => run(at, stop.signal));
  const startedAt = performance.now();
  // The runners work meanwhile.
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  stop.abort();
  const taken = (performance.now() - startedAt) / 1000;
  await Promise.all(runners);
  print(
    `${stageCount} waiting stages, ${runnerCount} runners: ${(claims / taken).toFixed(0)} claims/s; ` +
      `end of a stage to the next claim: median ${median(pauses).toFixed(0)} ms, p99 ${quantile(pauses, 0.99).toFixed(0)} ms`,
  );

  async function run(at: number, signal: AbortSignal): Promise<void> {
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
        claims++;
        if (endedAt !== undefined) pauses.push(performance.now() - endedAt);
        const stage = JSON.parse(claimed.text);
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
