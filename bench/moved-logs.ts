import { logsPort } from '../apps/server/src/features/logs/port.ts';
// A log of a million lines in the database, in a folder and on a real S3 server on this machine: the move
// to object storage, opening the log (the last 250 lines, then all), and 1,000 ranges of 100 lines, over
// HTTP.

import { LogMover } from '../apps/server/src/features/logs/log-mover.ts';
import { startStepWithLog } from '../apps/server/testing/log-of-step.ts';
import { startTestServer } from '../apps/server/testing/test-server.ts';
import { testStores } from '../apps/server/testing/test-stores.ts';
import { makeBuildLines } from './support/build-lines.ts';

const lineCount = 1_000_000;
const batch = 20_000;
const rangeCount = 1000;
const rangeLines = 100;

const say = (text: string) => process.stdout.write(`${text}\n`);
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

await measure('the database', {});
for (const { name, isThere, start } of testStores) {
  if (!isThere) {
    say(`${name}: MILLRACE_TEST_S3 is not set`);
    continue;
  }
  const testStore = await start();
  await measure(name, testStore.env);
  await testStore.stop();
}

async function measure(name: string, env: Record<string, string>): Promise<void> {
  const server = await startTestServer({ env });
  const { ask } = server;
  const { objectStore: store } = server.core;
  const step = await startStepWithLog(server, await server.addUser('ada'), 'project');
  for (let at = 0; at < lineCount; at += batch)
    await ask(logsPort).appendLog(step.id, makeBuildLines(at, batch));
  await step.finish();
  say(`${name}:`);
  if (store) {
    const mover = new LogMover({ ...server.core, store });
    say(`  moved in ${ms(await timed(() => mover.move(step.id)))}`);
  }
  const read = async (query: string) => {
    const answer = await step.get(query, { accept: 'application/x-ndjson' });
    for await (const _chunk of answer.body ?? []);
  };
  say(`  last 250 lines ${ms(await timed(() => read('?from=-250')))}`);
  const ranges: number[] = [];
  for (let at = 0; at < rangeCount; at++) {
    const from = (at * 2_654_435_761) % (lineCount - rangeLines);
    ranges.push(await timed(() => read(`?from=${from}&to=${from + rangeLines}`)));
  }
  ranges.sort((one, other) => one - other);
  const share = (part: number) => ms(ranges[Math.floor(part * rangeCount)] ?? 0);
  say(`  range of lines p50 ${share(0.5)}, p99 ${share(0.99)}`);
  say(`  all lines ${ms(await timed(() => read('')))}, again ${ms(await timed(() => read('')))}`);
  await server.stop();
}

async function timed(job: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await job();
  return performance.now() - started;
}
