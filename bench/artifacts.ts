// Artifacts: upload and download of a 2 GB file and of 20,000 small ones, for both engines, with the memory
// of the server and of a remote runner. Memory must stay flat.
import { BenchStack, findPipelineTypes, onePipeline } from './support/bench-stack.ts';
import { readRssOf } from './support/processes.ts';
import { print } from './support/statistics.ts';

const sampleMs = 50;
const largeBytes = 2_000_000_000;
const smallFiles = 20_000;
const large = `mkdir dist; openssl enc -aes-128-ctr -K 00 -iv 00 -in /dev/zero 2>/dev/null | head -c ${largeBytes} > dist/large`;
const largeInContainer = `mkdir dist; head -c ${largeBytes} /dev/zero > dist/large`;
const small = `mkdir dist; seq 1 ${smallFiles} | awk '{ name = "dist/" $1; print > name; close(name) }'`;
const warmUp = 'mkdir dist; echo warm > dist/warm';
const path = '/api/repos/admin/bench/builds';

const leaves = (command: string, type: string) =>
  `${onePipeline(command, type)}    artifacts: [ 'dist/**' ]\n`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

for (const type of await findPipelineTypes(print)) await measure(type);

async function measure(type: string): Promise<void> {
  const stack = await BenchStack.start('remote');
  try {
    await stack.timeStep(leaves(warmUp, type));
    const making = type === 'exec' ? large : largeInContainer;
    const alone = await stack.timeStep(onePipeline(making, type));
    await watched(`${type}, 2 GB up`, stack, async () => {
      return (await stack.timeStep(leaves(making, type))) - alone;
    });
    await watched(`${type}, 2 GB down`, stack, () => read(stack, '3/artifacts/1/1/dist/large'));
    await watched(`${type}, 2 GB in an archive`, stack, () => read(stack, '3/artifacts/archive'));
    await watched(`${type}, 20,000 files up`, stack, () => stack.timeStep(leaves(small, type)));
    await watched(`${type}, list of 20,000`, stack, () => read(stack, '4/artifacts'));
    await watched(`${type}, 20,000 in an archive`, stack, () => read(stack, '4/artifacts/archive'));
  } finally {
    await stack.stop();
  }
}

/** Requests a URL; resolves with the milliseconds until the whole response is read. */
async function read(stack: BenchStack, rest: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${stack.millrace.url}${path}/${rest}`, { headers: stack.headers });
  if (!answer.ok) throw new Error(`${rest} answered ${answer.status}`);
  for await (const _chunk of answer.body ?? []);
  return performance.now() - begun;
}

/** Prints the duration, and the memory of server and runner before and at the peak. */
async function watched(name: string, stack: BenchStack, job: () => Promise<number>): Promise<void> {
  const { server, runner = 0 } = stack.pids;
  const sample = () => [readRssOf(server), readRssOf(runner)] as const;
  const before = sample();
  const most = [...before];
  const timer = setInterval(() => {
    for (const [at, megabytes] of sample().entries()) most[at] = Math.max(most[at] ?? 0, megabytes);
  }, sampleMs);
  const tookMs = await job().finally(() => clearInterval(timer));
  const shown = (at: number) => `${before[at]?.toFixed(0)} to ${most[at]?.toFixed(0)} MB`;
  print(`${name}: ${seconds(tookMs)}, server ${shown(0)}, runner ${shown(1)}`);
}
