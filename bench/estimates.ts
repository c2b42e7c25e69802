// Estimated ends of builds: how often the end of a build is in its interval, over 10,000 generated builds of 20
// repositories on two busy runners, for estimates when a build is created and while it runs; and their processor time.
// `npm run bench -- estimates 2000 7` chooses a number of builds and a seed.

import { fairOrder, type KnownRunner, type OpenStage, unknownHost } from '@millrace/build-rules';
import { runSlices } from '@millrace/node-kit/time-slice';
import { createRandom } from '@millrace/test-support/random';
import type { BuildHistory } from '../apps/server/src/domain/estimate/draw-runs.ts';
import { DurationModel, type StageRun } from '../apps/server/src/domain/estimate/duration-model.ts';
import { estimateEnds } from '../apps/server/src/domain/estimate/estimate-ends.ts';
import { print, quantile } from './support/statistics.ts';

const wanted = Number(process.argv[2] ?? 10_000);
const random = createRandom(Number(process.argv[3] ?? 1));
const repoCount = 20;
const capacity = 8;
const runnerCount = 2;
const meanGapSec = 45;
const historyLength = 59;
/** Builds of each repository before the first estimate. */
const warmUp = 60;

interface StagePlan {
  name: string;
  medianSec: number;
  dependsOn: string[];
}
interface Stage {
  row: OpenStage;
  seconds: number;
  hasFailed: boolean;
  endsAt: number;
}
interface Build {
  id: number;
  repo: number;
  stages: Stage[];
  hasFailed: boolean;
  guesses: Guess[];
}
interface Guess {
  atCreation: boolean;
  low: number;
  likely: number;
  high: number;
  end: number;
}

const normal = () =>
  Math.sqrt(-2 * Math.log(1 - random.upTo(1))) * Math.cos(2 * Math.PI * random.upTo(1));
const plans = Array.from({ length: repoCount }, planRepo);
const histories = plans.map(() => [] as { build: number; runs: Map<string, StageRun> }[]);
const open = new Map<number, Build>();
const guesses: Guess[] = [];
const tookMs: number[] = [];
let nextId = 1;
let now = 1_000_000;

function planRepo(): StagePlan[] {
  const count = 1 + Math.floor(random.upTo(5));
  return Array.from({ length: count }, (_, at) => ({
    name: `stage ${at}`,
    medianSec: 40 * Math.exp(random.upTo(2.2)),
    dependsOn: at > 0 && random.upTo(1) < 0.6 ? [`stage ${Math.floor(random.upTo(at))}`] : [],
  }));
}

/** Durations of a build depend on each other, caches are sometimes missing, and some stages fail early. */
function createBuild(repo: number): Build {
  const id = nextId++;
  const ofBuild = Math.exp(0.25 * normal()) * (random.upTo(1) < 0.1 ? 2 : 1);
  const stages = (plans[repo] ?? []).map(({ name, medianSec, dependsOn }, at): Stage => {
    const hasFailed = random.upTo(1) < 0.06;
    const whole = medianSec * ofBuild * Math.exp(0.15 * normal());
    const seconds = Math.max(1, Math.round(hasFailed ? whole * random.upTo(1) : whole));
    const row: OpenStage = {
      id: id * 10 + at,
      repoId: repo,
      namespace: 'octo',
      buildId: id,
      buildNumber: id,
      number: at + 1,
      name,
      kind: 'pipeline',
      type: 'exec',
      error: '',
      exitCode: 0,
      machine: '',
      runner: '',
      status: dependsOn.length > 0 ? 'waiting_on_dependencies' : 'pending',
      os: 'linux',
      arch: 'amd64',
      variant: '',
      kernel: '',
      labels: {},
      concurrency: 0,
      throttle: 0,
      priority: 0,
      dependsOn,
      onSuccess: true,
      onFailure: false,
      decidedBy: '',
      decisionNote: '',
      attempt: 1,
      retries: 0,
      failureCause: '',
      host: unknownHost,
      clusterWait: '',
      cleansUp: false,
      ignoresFailure: false,
      manual: '',
      needsApproval: false,
      matrixOf: '',
      retry: { max: 0, causes: [], exitCodes: [], infrastructure: 0 },
      started: 0,
      stopped: 0,
      created: now,
      updated: now,
      version: 1,
    };
    return { row, seconds, hasFailed, endsAt: Number.POSITIVE_INFINITY };
  });
  return { id, repo, stages, hasFailed: false, guesses: [] };
}

const unfinished = () => [...open.values()].flatMap(({ stages }) => stages);

function assign(): void {
  for (const row of fairOrder(
    unfinished().map((stage) => stage.row),
    { repo: () => 0, owner: () => 0 },
  )) {
    if (row.status !== 'pending' || row.machine !== '') continue;
    const runner = runners().find(({ freeSlots }) => freeSlots > 0);
    if (!runner) return;
    const stage = open.get(row.buildId)?.stages.find((each) => each.row === row);
    if (!stage) continue;
    Object.assign(row, { machine: runner.name, status: 'running', started: now });
    stage.endsAt = now + stage.seconds;
  }
}

function runners(): KnownRunner[] {
  const busy = unfinished().filter(({ row }) => row.machine !== '');
  return Array.from({ length: runnerCount }, (_, at) => {
    const name = `runner ${at}`;
    const running = busy.filter(({ row }) => row.machine === name).length;
    const slots = { running, capacity, freeSlots: capacity - running };
    return { name, process: '', kind: 'pipeline', type: 'exec', ...slots };
  });
}

function guess(build: Build, atCreation: boolean): void {
  const startedAt = performance.now();
  const ofBuilds = new Map([...open.values()].map(({ id, repo }) => [id, historyOf(repo)]));
  const { builds } = runSlices(
    estimateEnds({
      nowSec: now,
      open: unfinished().map(({ row }) => ({ ...row })),
      runners: runners(),
      histories: ofBuilds,
      random: () => random.upTo(1),
    }),
  );
  tookMs.push(performance.now() - startedAt);
  const end = builds.get(build.id);
  if (!end) throw new Error('There is no estimate');
  const { low, likely, high } = end;
  const made = { atCreation, low: now + low, likely: now + likely, high: now + high, end: 0 };
  build.guesses.push(made);
}

function historyOf(repo: number): BuildHistory {
  const past = (histories[repo] ?? []).slice(-historyLength);
  const runs = past.flatMap(({ runs: ofBuild }) => [...ofBuild]);
  const models = [...Map.groupBy(runs, ([name]) => name)].map(
    ([name, own]) => [name, new DurationModel(own.map(([, run]) => run))] as const,
  );
  return { builds: past.map(({ build }) => build), models: new Map(models) };
}

function endStage(build: Build, stage: Stage): void {
  const { row, seconds, hasFailed } = stage;
  const record = histories[build.repo]?.findLast((each) => each.build === build.id);
  const run = { build: build.id, seconds, hasFailed };
  if (record) record.runs.set(row.name, run);
  else pending.set(build.id, (pending.get(build.id) ?? new Map()).set(row.name, run));
  build.stages.splice(build.stages.indexOf(stage), 1);
  build.hasFailed ||= hasFailed;
  if (build.hasFailed) {
    build.stages = build.stages.filter((each) => each.row.status !== 'waiting_on_dependencies');
  }
  for (const { row: waiting } of build.stages) {
    const isFree = !waiting.dependsOn.some((name) =>
      build.stages.some((each) => each.row.name === name),
    );
    if (waiting.status === 'waiting_on_dependencies' && isFree) waiting.status = 'pending';
  }
  if (build.stages.length > 0) return;
  open.delete(build.id);
  histories[build.repo]?.push({ build: build.id, runs: pending.get(build.id) ?? new Map() });
  pending.delete(build.id);
  for (const made of build.guesses) guesses.push({ ...made, end: now });
}

const pending = new Map<number, Map<string, StageRun>>();
let arrivesAt = now;
while (guesses.filter(({ atCreation }) => atCreation).length < wanted) {
  const running = [...open.values()].flatMap((build) =>
    build.stages.map((stage) => ({ build, stage })),
  );
  const next = running.reduce<(typeof running)[number] | undefined>(
    (first, each) => (first && first.stage.endsAt <= each.stage.endsAt ? first : each),
    undefined,
  );
  if (next && next.stage.endsAt <= arrivesAt) {
    now = next.stage.endsAt;
    endStage(next.build, next.stage);
    assign();
    const others = [...open.values()].filter(
      ({ repo }) => (histories[repo]?.length ?? 0) >= warmUp,
    );
    const other = others[Math.floor(random.upTo(others.length))];
    if (other && random.upTo(1) < 0.3) guess(other, false);
    continue;
  }
  now = arrivesAt;
  arrivesAt += Math.round(-Math.log(1 - random.upTo(1)) * meanGapSec) + 1;
  const build = createBuild(Math.floor(random.upTo(repoCount)));
  open.set(build.id, build);
  assign();
  if ((histories[build.repo]?.length ?? 0) >= warmUp) guess(build, true);
}

for (const [name, own] of [
  ['when a build is created', guesses.filter(({ atCreation }) => atCreation)],
  ['while a build waits or runs', guesses.filter(({ atCreation }) => !atCreation)],
] as const) {
  const share = (test: (made: Guess) => boolean) =>
    `${((own.filter(test).length / own.length) * 100).toFixed(1)} %`;
  const inside = share(({ low, high, end }) => end >= Math.floor(low) && end <= Math.ceil(high));
  const early = share(({ low, end }) => end < Math.floor(low));
  const late = share(({ high, end }) => end > Math.ceil(high));
  print(
    `${name}: ${own.length} estimates, ${inside} of the ends inside, ${early} earlier, ${late} later`,
  );
}
print(
  `an estimate of the whole queue: median ${quantile(tookMs, 0.5).toFixed(1)} ms, p99 ${quantile(tookMs, 0.99).toFixed(1)} ms`,
);
