// Memory of the server while a step prints a million lines, with and without a subscriber, with the
// embedded runner and with a remote one, which separates the server's own memory. It must stay flat: the
// growth is measured over the second half of the lines.
import { BenchStack, onePipeline, type RunnerKind, runnerKinds } from './support/bench-stack.ts';
import { readRssOf } from './support/processes.ts';
import { median, print, slope } from './support/statistics.ts';

const runs = 5;
const lineCount = 1_000_000;
const sampleMs = 50;
/** Lines printed before the first sample, so that one-time allocations do not count. */
const warmUpLines = 50_000;

const command = (lines: number) =>
  `awk 'BEGIN { for (i = 1; i <= ${lines}; i++) print "line " i " of a long log" }'`;

interface Memory {
  start: number;
  /** Peak while the first half of the lines was printed. */
  maxBefore: number;
  max: number;
  end: number;
  /** MB for each million lines. */
  growth: number;
}

print(`RSS of the server while a step prints ${lineCount} lines, medians of ${runs} runs`);
for (const kind of runnerKinds) {
  for (const hasSubscriber of [false, true]) {
    const memories: Memory[] = [];
    for (let run = 0; run < runs; run++) memories.push(await measure(kind, hasSubscriber));
    const of = (key: keyof Memory) => median(memories.map((memory) => memory[key])).toFixed(0);
    print(
      `${kind} runner, ${hasSubscriber ? 'a' : 'no'} subscriber: start ${of('start')} MB, ` +
        `max ${of('max')} MB (${of('maxBefore')} in the first half), end ${of('end')} MB, growth ${of('growth')} MB a million lines`,
    );
  }
}

async function measure(kind: RunnerKind, hasSubscriber: boolean): Promise<Memory> {
  const stack = await BenchStack.start(kind);
  try {
    await stack.timeStep(onePipeline(command(warmUpLines), 'exec'));
    const samples: { x: number; y: number }[] = [];
    const startedAt = performance.now();
    let reading: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      samples.push({ x: performance.now() - startedAt, y: readRssOf(stack.millrace.pid ?? 0) });
    }, sampleMs);
    const start = readRssOf(stack.millrace.pid ?? 0);
    const tookMs = await stack.timeStep(onePipeline(command(lineCount), 'exec'), (build) => {
      samples.length = 0;
      if (hasSubscriber) reading = stack.readStream(build, () => {});
    });
    clearInterval(timer);
    const end = readRssOf(stack.millrace.pid ?? 0);
    await reading;
    const middle = Math.floor(samples.length / 2);
    const maxOf = (part: typeof samples) => Math.max(...part.map(({ y }) => y));
    return {
      start,
      maxBefore: maxOf(samples.slice(0, middle)),
      max: maxOf(samples),
      end,
      growth: slope(samples.slice(middle)) * tookMs,
    };
  } finally {
    await stack.stop();
  }
}
