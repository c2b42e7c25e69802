// 200 queued stages of one second on runners with different capacity: stages a second, and the overhead of
// a slot for each stage. Real server, runner and processes. Other capacities:
// `npm run bench -- stage-queue 2 8`.
import { BenchStack, onePipeline, type RunnerKind, runnerKinds } from './support/bench-stack.ts';
import { median, print } from './support/statistics.ts';

const runs = 3;
const stageCount = 200;
const stagesPerBuild = 10;
const given = process.argv.slice(2).map(Number);
const capacities = given.length > 0 ? given : [2, 8, 32];

const pipeline = Array.from({ length: stagesPerBuild }, (_, index) =>
  onePipeline('sleep 1', 'exec').replace('name: bench', `name: stage-${index}`),
).join('---\n');

print(`${stageCount} stages of one second, medians of ${runs} runs`);
for (const kind of runnerKinds) {
  for (const capacity of capacities) {
    const results: { wall: number; cpu: number }[] = [];
    for (let run = 0; run < runs; run++) results.push(await measure(kind, capacity));
    const wall = median(results.map((result) => result.wall));
    const cpu = median(results.map((result) => result.cpu));
    // A slot cannot run a fraction of a stage.
    const ideal = Math.ceil(stageCount / capacity);
    print(
      `${kind} runner, capacity ${capacity}: ${wall.toFixed(1)} s, ideal ${ideal} s, ` +
        `${(stageCount / wall).toFixed(1)} stages/s, ` +
        `${(((wall - ideal) / ideal) * 1000).toFixed(0)} ms over for each stage, ` +
        `${((cpu / stageCount) * 1000).toFixed(0)} ms of processor time`,
    );
  }
}

/** Resolves with the seconds from the release of the waiting stages to the end of the last one. */
async function measure(kind: RunnerKind, capacity: number): Promise<{ wall: number; cpu: number }> {
  const stack = await BenchStack.start(kind, capacity);
  try {
    await stack.ask('DELETE', '/api/queue');
    const builds = stageCount / stagesPerBuild;
    await stack.push(pipeline);
    for (let build = 1; build < builds; build++) await stack.startBuild();
    const remaining = new Set(Array.from({ length: builds }, (_, index) => index + 1));
    const watching = stack.watchBuilds(({ number, status }) => {
      if (status !== 'pending' && status !== 'running') remaining.delete(number);
      if (status !== 'pending' && status !== 'running' && status !== 'success') {
        throw new Error(`Build ${number} is ${status}`);
      }
      return remaining.size === 0;
    });
    const startedAt = performance.now();
    const cpuBefore = stack.readCpu();
    await stack.ask('POST', '/api/queue');
    await watching;
    return { wall: (performance.now() - startedAt) / 1000, cpu: stack.readCpu() - cpuBefore };
  } finally {
    await stack.stop();
  }
}
