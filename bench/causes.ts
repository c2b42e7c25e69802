// Causes of failures: CPU time of a failed build on the main thread and on other threads, with the event-loop delay. Each
// log has 5,000 lines, and its errors at the end have one of 40 causes.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { toLines } from '../apps/server/testing/build-with-logs.ts';
import { generateFailures } from '../apps/server/testing/failure-generator.ts';
import { runnerApiOf, startNextStage } from '../apps/server/testing/fake-work.ts';
import { bearer, pushSampleRepo, startTestServer } from '../apps/server/testing/test-server.ts';
import { print } from './support/statistics.ts';

const builds = 200;
const linesBefore = 5000;

const server = await startTestServer({ jobs: [] });
const ada = await server.addUser('ada');
const api = runnerApiOf(server);
const usual = Array.from(
  { length: linesBefore },
  (_, at) => `compiled module ${at} in ${at % 90} ms`,
);
const failures = generateFailures(40, builds / 40, 1);
await pushSampleRepo(server, 'ada');
for (const [at, { lines, exitCode }] of [...failures].entries()) {
  if (at > 0) await startBuild();
  const { stage, step } = await startNextStage(api);
  await api.appendLogs({ params: { step: step.id }, body: toLines([...usual, ...lines]) });
  const ended = { status: 'failure' as const, exit_code: exitCode, stopped: 2 };
  const done = await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, ...ended, steps: [done] },
  });
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const all = process.cpuUsage();
const main = process.threadCpuUsage();
await server.runJob('recordEarlierFailures');
const ofMain = process.threadCpuUsage(main);
const ofAll = process.cpuUsage(all);
delay.disable();
const mainMs = (ofMain.user + ofMain.system) / 1000 / builds;
const allMs = (ofAll.user + ofAll.system) / 1000 / builds;
const stored = await server.core.db
  .selectFrom('failures')
  .select((row) => [
    row.fn.countAll<number>().as('failures'),
    row.fn.count<number>('cause_id').distinct().as('causes'),
  ])
  .executeTakeFirstOrThrow();
print(`${stored.failures} failures with ${stored.causes} causes`);
print(
  `a failed build: ${mainMs.toFixed(1)} ms of the main thread, ${(allMs - mainMs).toFixed(1)} ms of others`,
);
print(
  `event-loop delay: median ${(delay.percentile(50) / 1e6).toFixed(1)} ms, highest ${(delay.max / 1e6).toFixed(1)} ms`,
);
await server.stop();

async function startBuild(): Promise<void> {
  const url = `${server.url}/api/repos/ada/project/builds`;
  await fetch(url, { method: 'POST', headers: bearer(ada) });
}
