// A search in a million lines over ten steps, over HTTP, compared with downloading the same logs: rare,
// frequent and absent texts, a regular expression, and the same in coloured lines; then the comparison of a
// log of a million lines with itself. Real server and database.
import type { LogComparison, LogSearch } from '@millrace/contract/api';
import { logsPort } from '../apps/server/src/features/logs/port.ts';
import { startBuildWithLogs } from '../apps/server/testing/build-with-logs.ts';
import { startTestServer } from '../apps/server/testing/test-server.ts';
import { makeBuildLines } from './support/build-lines.ts';
import { median } from './support/statistics.ts';

const stepCount = 10;
const linesPerStep = 100_000;
const batch = 10_000;
const rounds = 5;

/** Text that occurs in one line of each step. */
const rareJob = ((99_998 * 2_654_435_761) % 4_294_967_296).toString(16);
const queries = {
  'rare text': { q: `job ${rareJob} done` },
  'frequent text': { q: 'gcc -O2' },
  'absent text': { q: 'Segmentation fault' },
  expression: { q: 'error|fatal|p\\d+/-/p-3\\.1\\.0', regexp: 'true' },
};

const server = await startTestServer();
const ada = await server.addUser('ada');
for (const kind of ['plain', 'coloured'] as const) {
  process.stdout.write(`${stepCount * linesPerStep} ${kind} lines:\n`);
  const steps = Array.from({ length: stepCount }, (_, index) => `step ${index}`);
  const build = await startBuildWithLogs(server, ada, kind, steps);
  for (let step = 1; step <= stepCount; step++) {
    for (let at = 0; at < linesPerStep; at += batch) {
      const lines = makeBuildLines(at, batch);
      const shown = kind === 'plain' ? lines : lines.map(inColour);
      await server.ask(logsPort).appendLog(build.idOf(step), shown);
    }
  }
  await build.finish();
  await measure('whole', async () => {
    let bytes = 0;
    for (let step = 1; step <= stepCount; step++) {
      const answer = await build.get(`/logs/1/${step}`);
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
    }
    return `${Math.round(bytes / 1e6)} MB`;
  });
  for (const [name, query] of Object.entries(queries)) {
    await measure(name, async () => {
      const answer = await build.get(`/search?${new URLSearchParams(query)}`);
      const { count, isComplete } = (await answer.json()) as LogSearch;
      return `${count} lines${isComplete ? '' : ', not complete'}`;
    });
  }
}
process.stdout.write(`two logs of ${stepCount * linesPerStep} lines:\n`);
const long = await startBuildWithLogs(server, ada, 'long', ['long']);
for (let at = 0; at < stepCount * linesPerStep; at += batch) {
  await server.ask(logsPort).appendLog(long.idOf(1), makeBuildLines(at, batch));
}
await measure('comparison', async () => {
  const answer = await long.get('/logs/1/1/compare?with=1');
  const { here, isComplete } = (await answer.json()) as LogComparison;
  return `${here.kinds} kinds${isComplete ? '' : ', not complete'}`;
});
await server.stop();

function inColour(line: ReturnType<typeof makeBuildLines>[number]) {
  return { ...line, out: `\u001b[32m${line.out.replace(' ', '\u001b[0m ')}` };
}

/** Median of several rounds, maximum delay of a concurrent call, and peak memory. */
async function measure(name: string, run: () => Promise<string>): Promise<void> {
  const took: number[] = [];
  let [summary, peak, maxWait] = ['', 0, 0];
  for (let round = 0; round < rounds; round++) {
    let isDone = false;
    const beside = (async () => {
      while (!isDone) {
        const asked = performance.now();
        await (await fetch(`${server.url}/healthz`)).text();
        maxWait = Math.max(maxWait, performance.now() - asked);
        peak = Math.max(peak, process.memoryUsage().rss);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    const started = performance.now();
    summary = await run();
    took.push(performance.now() - started);
    isDone = true;
    await beside;
  }
  process.stdout.write(
    `  ${name}: ${median(took).toFixed(0)} ms (${summary}), /healthz ${maxWait.toFixed(0)} ms at most,` +
      ` ${(peak / 1e6).toFixed(0)} MB\n`,
  );
}
