// A million log lines into the store and out over HTTP: lines a second, bytes on disk for each byte of
// text, memory, and the maximum event-loop delay. Real database and server.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { runnerApiOf, startNextStage } from '../apps/server/testing/fake-work.ts';
import { logsOf } from '../apps/server/testing/logs-of.ts';
import { bearer, pushSampleRepo, startTestServer } from '../apps/server/testing/test-server.ts';
import { makeBuildLines } from './support/build-lines.ts';

const lineCount = 1_000_000;
/** Batch sizes of the runner for a step that prints as fast as possible, and for one that prints slowly. */
const batchSizes = [2000, 20];

const server = await startTestServer();
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada');
const api = runnerApiOf(server);
const { step } = await startNextStage(api);
const { db } = server.core;
const { logs } = logsOf(server);
const url = `${server.url}/api/repos/ada/project/builds/1/logs/1/1`;

/** Runs the function and prints its cost. */
async function measure(name: string, count: number, run: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  delay.enable();
  const started = performance.now();
  await run();
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  clearInterval(watch);
  process.stdout.write(
    `${name}: ${Math.round(count / seconds)} lines/s, stood still ${(delay.max / 1e6).toFixed(0)} ms at most` +
      ` (p99 ${(delay.percentile(99) / 1e6).toFixed(1)}), at most ${(peak / 1e6).toFixed(0)} MB\n`,
  );
}

async function readAll(accept: string, range = ''): Promise<number> {
  const response = await fetch(url + range, { headers: { ...bearer(ada), accept } });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes;
}

for (const size of batchSizes) {
  const count = size < 100 ? lineCount / 10 : lineCount;
  await logs.delete(step.id, db);
  await measure(`append in batches of ${size}`, count, async () => {
    for (let at = 0; at < count; at += size) {
      await logs.append(step.id, makeBuildLines(at, size));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const blocks = await db
    .selectFrom('log_blocks')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('bytes').as('raw'),
      eb.fn.sum<number>(eb.fn('length', ['lines'])).as('stored'),
    ])
    .executeTakeFirstOrThrow();
  process.stdout.write(
    `  ${blocks.count} blocks, ratio ${(blocks.raw / blocks.stored).toFixed(1)}\n`,
  );
  await measure('  as JSON', count, () => readAll('application/json'));
  await measure('  as lines', count, () => readAll('application/x-ndjson'));
  await measure('  last 250', 250, () => readAll('application/x-ndjson', '?from=-250'));
}
await server.stop();
