import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: these tests crash servers at random times
import { setTimeout as delay } from 'node:timers/promises';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { createRandom, type Random } from '@millrace/test-support/random';
import { test as base, expect } from '@playwright/test';
import { isDeep } from '../../tools/test-tiers.ts';
import { type Build, CrashWorkload } from '../support/crash-workload.ts';
import { type Belongings, findBelongings, removeFromDocker } from '../support/leftovers.ts';
import { Millrace } from '../support/millrace.ts';
import { numberedPipeline } from '../support/numbered-build.ts';
import { RemoteRunner, remoteOnly } from '../support/remote-runner.ts';

// Each crash happens at a random time. `MILLRACE_TEST_SEED=N` repeats the times of an earlier run, and
// `MILLRACE_TEST_DEEP=1` runs ten rounds with 100 crashes instead of 8.
const [rounds, crashesPerRound] = isDeep ? [10, 5] : [1, 4];
/** Maximum time between a recovery and the next crash. Some stages finish within it. */
const maxUptimeMs = 2000;
const maxStartMs = 700;
const finishTimeoutMs = 90_000;

const found = await findDockerHost();
const docker = typeof found === 'string' ? undefined : found;

const test = base.extend<{ random: Random }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
  random: async ({}, use, testInfo) => {
    // Rounds with the same times would repeat each other.
    const seed = Number(process.env.MILLRACE_TEST_SEED) || Math.floor(Math.random() * 1_000_000);
    process.stdout.write(`  ${testInfo.title}: MILLRACE_TEST_SEED=${seed}\n`);
    if (!docker) process.stdout.write(`  without stages in containers: ${String(found)}\n`);
    await use(createRandom(seed));
  },
});
test.describe.configure({ timeout: 240_000 });

/** Lists processes, files and Docker objects of finished stages. Running stages may have some. */
async function findLeftovers(workload: CrashWorkload, workDirs: string[]): Promise<string[]> {
  const found = await Promise.all(workDirs.map((workDir) => findBelongings(workDir, docker)));
  const builds = await workload.listBuilds();
  const running = new Set(
    builds.flatMap(({ stages = [] }) =>
      stages.filter((stage) => ['pending', 'running'].includes(stage.status)).map(({ id }) => id),
    ),
  );
  return found.flatMap((belongings: Belongings) =>
    [...belongings].flatMap(([stageId, things]) =>
      running.has(stageId) ? [] : things.map((thing) => `${thing} of stage ${stageId}`),
    ),
  );
}

const until = { timeout: 20_000, intervals: [200] };

/** Lists the stages that failed, with their errors. */
function failuresOf(builds: Build[]) {
  return builds.flatMap(({ number, stages = [] }) =>
    stages
      .filter((stage) => !['success', 'skipped'].includes(stage.status))
      .map((stage) => ({ build: number, ...stage })),
  );
}

const crashWithRunner = async ({ random }: { random: Random }): Promise<void> => {
  const millrace = await Millrace.start({ MILLRACE_RUNNER_CAPACITY: '4' });
  const workload = await CrashWorkload.open(millrace, numberedPipeline(docker && testImage));
  const workDirs = [await realpath(join(millrace.dataDir, 'runner'))];
  try {
    for (let crashes = 0; crashes < crashesPerRound; crashes++) {
      const work = workload.addWork();
      await delay(random.upTo(maxUptimeMs));
      await millrace.crash();
      await work;
      if (random.upTo(4) < 1 && crashes + 1 < crashesPerRound) {
        const starting = millrace.start().catch(() => undefined);
        await delay(random.upTo(maxStartMs));
        await millrace.crash();
        await starting;
        crashes++;
      }
      await millrace.start();
      await expect.poll(() => findLeftovers(workload, workDirs), until).toEqual([]);
    }
    const builds = await workload.waitUntilFinished(finishTimeoutMs);
    expect(await workload.findLosses(builds)).toEqual([]);
    for (const { status, error } of failuresOf(builds)) {
      expect(`${status}: ${error}`).toBe('error: The server stopped while this stage was running');
    }
    await expect.poll(() => findLeftovers(workload, workDirs), until).toEqual([]);
    report(builds, workload);
  } finally {
    await workload.close();
    await millrace.end('SIGKILL');
    await removeAll(workDirs);
    await millrace.dispose();
  }
};

const crashEither = async ({ random }: { random: Random }): Promise<void> => {
  const millrace = await Millrace.start(remoteOnly);
  const runners = ['one', 'two'].map((name) => new RemoteRunner(millrace, name, 2));
  const workload = await CrashWorkload.open(millrace, numberedPipeline(docker && testImage));
  const killed: { machine: string; sec: number }[] = [];
  const workDirs: string[] = [];
  try {
    for (const runner of runners) {
      await runner.start();
      workDirs.push(await realpath(join(runner.dataDir, 'work')));
    }
    const kill = async (runner: RemoteRunner) => {
      await runner.crash();
      killed.push({ machine: runner.name, sec: Date.now() / 1000 });
    };
    for (let crashes = 0; crashes < crashesPerRound; crashes++) {
      const work = workload.addWork();
      await delay(random.upTo(maxUptimeMs));
      const victims = random.pick([
        [millrace],
        [millrace],
        [runners[0]],
        [runners[1]],
        [millrace, runners[0]],
      ]);
      for (const victim of victims) {
        if (victim instanceof RemoteRunner) await kill(victim);
        else await victim?.crash();
      }
      await work;
      crashes += victims.length - 1;
      await Promise.all(victims.map((victim) => victim?.start()));
      await expect.poll(() => findLeftovers(workload, workDirs), until).toEqual([]);
    }
    const builds = await workload.waitUntilFinished(finishTimeoutMs);
    expect(await workload.findLosses(builds)).toEqual([]);
    for (const { build, name, status, error, machine, started, stopped } of failuresOf(builds)) {
      expect(`${status}: ${error}`).toBe(`error: The runner ${machine} restarted`);
      const itsCrashes = killed.filter(
        (crash) =>
          crash.machine === machine && crash.sec >= started - 1 && crash.sec <= stopped + 1,
      );
      expect(itsCrashes.length, `${build} ${name} failed without a crash`).toBeGreaterThan(0);
    }
    await expect.poll(() => findLeftovers(workload, workDirs), until).toEqual([]);
    report(builds, workload);
    for (const runner of runners) expect(await runner.end()).toBe(0);
  } finally {
    await workload.close();
    for (const runner of runners) await runner.end('SIGKILL');
    await removeAll(workDirs);
    await millrace.dispose();
  }
};

for (let round = 1; round <= rounds; round++) {
  const nth = round > 1 ? `, round ${round}` : '';
  test(
    `loses nothing and leaves nothing behind when a server with its runner crashes${nth}`,
    crashWithRunner,
  );
  test(
    `loses nothing and leaves nothing behind when the server or a remote runner crashes${nth}`,
    crashEither,
  );
}

/** Removes leftovers of an aborted test from Docker. */
async function removeAll(workDirs: string[]): Promise<void> {
  if (docker) for (const workDir of workDirs) await removeFromDocker(workDir, docker);
}

function report(builds: Build[], workload: CrashWorkload): void {
  const stages = builds.flatMap((build) => build.stages ?? []);
  const counts = Object.entries(
    Object.groupBy(stages, (stage) => `${stage.name} ${stage.status}`),
  ).map(([kind, list]) => `${list?.length} ${kind}`);
  const { logs, lines, reconnections } = workload.counts;
  process.stdout.write(
    `  ${builds.length} builds, stages: ${counts.join(', ')}; ${logs} logs followed, ` +
      `${lines} lines, ${reconnections} reconnections\n`,
  );
}
