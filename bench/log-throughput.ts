// Throughput from a step that prints as fast as possible to the stored log, and to a subscriber of its
// event stream; and latency of a line from the step to the subscriber at a moderate rate. Real server,
// runner and step in separate processes; this process subscribes.
import { BenchStack, findPipelineTypes, onePipeline, runnerKinds } from './support/bench-stack.ts';
import { median, print, quantile } from './support/statistics.ts';

const runs = 5;
const lineCount = 300_000;
const linesPerSecond = 1000;
const latencySeconds = 10;

const flood = `awk 'BEGIN { for (i = 1; i <= ${lineCount}; i++) print "[" i "] INFO worker " i % 16 " compiled src/features/part-" i % 80 "/thing.ts in " i % 977 " ms" }'`;

/**
 * Prints the time of each line, in milliseconds since 1970. Runners remove backslashes from a pipeline
 * file.
 */
const clockScript = `
const fs = require('node:fs');
const startedAt = performance.now();
let printed = 0;
const timer = setInterval(() => {
  const due = (performance.now() - startedAt) * ${linesPerSecond / 1000};
  for (; printed < due; printed++) fs.writeSync(1, 'at ' + (performance.timeOrigin + performance.now()).toFixed(2) + String.fromCharCode(10));
  if (due >= ${linesPerSecond * latencySeconds}) clearInterval(timer);
}, 1);`;
const clock = `'${process.execPath}' -e '${clockScript.replaceAll("'", `'"'"'`).replaceAll('\n', ' ')}'`;

const types = await findPipelineTypes(print);
print(`${lineCount} lines as fast as possible, medians of ${runs} runs`);
for (const kind of runnerKinds) {
  const stack = await BenchStack.start(kind);
  try {
    for (const type of types) await measureThroughput(stack, `${kind} runner, ${type}`, type);
  } finally {
    await stack.stop();
  }
}
print(`${linesPerSecond} lines/s for ${latencySeconds} s, medians of ${runs} runs`);
for (const kind of runnerKinds) {
  const stack = await BenchStack.start(kind);
  try {
    await measureLatency(stack, `${kind} runner`);
  } finally {
    await stack.stop();
  }
}

async function measureThroughput(stack: BenchStack, name: string, type: string): Promise<void> {
  const pipeline = onePipeline(flood, type);
  const stored: number[] = [];
  const streamed: number[] = [];
  for (let run = 0; run < runs; run++) {
    stored.push(lineCount / ((await stack.timeStep(pipeline)) / 1000));
    streamed.push(await streamOnce(stack, pipeline));
  }
  const [toStore, toSubscriber] = [median(stored), median(streamed)];
  print(
    `${name}: ${toStore.toFixed(0)} lines/s to the stored log, ${toSubscriber.toFixed(0)} lines/s` +
      ` to the last line of a subscriber (ratio ${(toSubscriber / toStore).toFixed(2)})`,
  );
}

/**
 * Runs the pipeline; resolves with the lines a second, from the start of the step to the last line received.
 */
async function streamOnce(stack: BenchStack, pipeline: string): Promise<number> {
  let reading: Promise<void> = Promise.resolve();
  let lines = 0;
  let begunAt = 0;
  let endedAt = 0;
  await stack.timeStep(pipeline, (build) => {
    begunAt = performance.now();
    reading = stack.readStream(build, (chunk) => {
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const before = lines;
      for (let at = text.indexOf('\nid: '); at >= 0; at = text.indexOf('\nid: ', at + 1)) lines++;
      if (lines > before) endedAt = performance.now();
    });
  });
  await reading;
  if (lines < lineCount * 0.99) throw new Error(`Only ${lines} lines were received`);
  return lines / ((endedAt - begunAt) / 1000);
}

async function measureLatency(stack: BenchStack, name: string): Promise<void> {
  const p50: number[] = [];
  const p99: number[] = [];
  for (let run = 0; run < runs; run++) {
    const latencies = await readLatencies(stack);
    p50.push(quantile(latencies, 0.5));
    p99.push(quantile(latencies, 0.99));
  }
  print(
    `${name}: print to subscriber p50 ${median(p50).toFixed(1)} ms, p99 ${median(p99).toFixed(1)} ms`,
  );
}

async function readLatencies(stack: BenchStack): Promise<number[]> {
  const latencies: number[] = [];
  let reading: Promise<void> = Promise.resolve();
  await stack.timeStep(onePipeline(clock, 'exec'), (build) => {
    const decoder = new TextDecoder();
    let rest = '';
    reading = stack.readStream(build, (chunk) => {
      const now = performance.timeOrigin + performance.now();
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const at = Number(/"out":"at ([\d.]+)\\n"/.exec(part)?.[1]);
        if (at) latencies.push(now - at);
      }
    });
  });
  await reading;
  if (latencies.length < linesPerSecond * latencySeconds * 0.9) {
    throw new Error(`Only ${latencies.length} lines were received`);
  }
  return latencies;
}
