import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: a death at a random moment is what these tests are for
import { setTimeout as delay } from 'node:timers/promises';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { createRandom, type Random } from '@millrace/test-support/random';
import { test as base, expect } from '@playwright/test';
import { isDeep } from '../../tools/test-tiers.ts';
import { type Build, CrashStand } from '../support/crash-stand.ts';
import { type Belongings, findBelongings, removeFromDocker } from '../support/leftovers.ts';
import { Millrace } from '../support/millrace.ts';
import { numberedPipeline } from '../support/numbered-build.ts';
import { RemoteRunner, remoteOnly } from '../support/remote-runner.ts';

// Each death comes at a random moment. `MILLRACE_TEST_SEED=N` brings the same moments again, and
// `MILLRACE_TEST_DEEP=1` ten rounds of them, with 100 deaths in place of 8.
const [rounds, deathsOfRound] = isDeep ? [10, 5] : [1, 4];
/** The longest time between a recovery and the next death: some stages end within it. */
const longestLifeMs = 2000;
const longestStartMs = 700;
const untilOverMs = 90_000;

const found = await findDockerHost();
const docker = typeof found === 'string' ? undefined : found;

const test = base.extend<{ random: Random }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
  random: async ({}, use, testInfo) => {
    // Rounds with the same moments would show the same thing.
    const seed = Number(process.env.MILLRACE_TEST_SEED) || Math.floor(Math.random() * 1_000_000);
    process.stdout.write(`  ${testInfo.title}: MILLRACE_TEST_SEED=${seed}\n`);
    if (!docker) process.stdout.write(`  without stages in containers: ${String(found)}\n`);
    await use(createRandom(seed));
  },
});
test.describe.configure({ timeout: 240_000 });

/** Names of what stages have though they are over; while stages run, these may have something. */
async function findLeftovers(stand: CrashStand, workDirs: string[]): Promise<string[]> {
  const found = await Promise.all(workDirs.map((workDir) => findBelongings(workDir, docker)));
  const builds = await stand.listBuilds();
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

/** Why each stage did not end well, without those that were skipped. */
function failuresOf(builds: Build[]) {
  return builds.flatMap(({ number, stages = [] }) =>
    stages
      .filter((stage) => !['success', 'skipped'].includes(stage.status))
      .map((stage) => ({ build: number, ...stage })),
  );
}

const diesWithRunner = async ({ random }: { random: Random }): Promise<void> => {
  const millrace = await Millrace.start({ MILLRACE_RUNNER_CAPACITY: '4' });
  const stand = await CrashStand.open(millrace, numberedPipeline(docker && testImage));
  const workDirs = [await realpath(join(millrace.dataDir, 'runner'))];
  try {
    for (let deaths = 0; deaths < deathsOfRound; deaths++) {
      const work = stand.addWork();
      await delay(random.upTo(longestLifeMs));
      await millrace.crash();
      await work;
      if (random.upTo(4) < 1 && deaths + 1 < deathsOfRound) {
        const starting = millrace.start().catch(() => undefined);
        await delay(random.upTo(longestStartMs));
        await millrace.crash();
        await starting;
        deaths++;
      }
      await millrace.start();
      await expect.poll(() => findLeftovers(stand, workDirs), until).toEqual([]);
    }
    const builds = await stand.untilOver(untilOverMs);
    expect(await stand.findLosses(builds)).toEqual([]);
    for (const { status, error } of failuresOf(builds)) {
      expect(`${status}: ${error}`).toBe('error: The server stopped while this stage was running');
    }
    await expect.poll(() => findLeftovers(stand, workDirs), until).toEqual([]);
    report(builds, stand);
  } finally {
    await stand.close();
    await millrace.end('SIGKILL');
    await removeAll(workDirs);
    await millrace.dispose();
  }
};

const eitherDies = async ({ random }: { random: Random }): Promise<void> => {
  const millrace = await Millrace.start(remoteOnly);
  const runners = ['one', 'two'].map((name) => new RemoteRunner(millrace, name, 2));
  const stand = await CrashStand.open(millrace, numberedPipeline(docker && testImage));
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
    for (let deaths = 0; deaths < deathsOfRound; deaths++) {
      const work = stand.addWork();
      await delay(random.upTo(longestLifeMs));
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
      deaths += victims.length - 1;
      await Promise.all(victims.map((victim) => victim?.start()));
      await expect.poll(() => findLeftovers(stand, workDirs), until).toEqual([]);
    }
    const builds = await stand.untilOver(untilOverMs);
    expect(await stand.findLosses(builds)).toEqual([]);
    for (const { build, name, status, error, machine, started, stopped } of failuresOf(builds)) {
      expect(`${status}: ${error}`).toBe(`error: The runner ${machine} restarted`);
      const itsDeaths = killed.filter(
        (death) =>
          death.machine === machine && death.sec >= started - 1 && death.sec <= stopped + 1,
      );
      expect(itsDeaths.length, `${build} ${name} ended without a death`).toBeGreaterThan(0);
    }
    await expect.poll(() => findLeftovers(stand, workDirs), until).toEqual([]);
    report(builds, stand);
    for (const runner of runners) expect(await runner.end()).toBe(0);
  } finally {
    await stand.close();
    for (const runner of runners) await runner.end('SIGKILL');
    await removeAll(workDirs);
    await millrace.dispose();
  }
};

for (let round = 1; round <= rounds; round++) {
  const nth = round > 1 ? `, round ${round}` : '';
  test(
    `a server that dies with its runner loses nothing and leaves nothing behind${nth}`,
    diesWithRunner,
  );
  test(`whichever dies, server or remote runner, nothing is lost or left behind${nth}`, eitherDies);
}

/** A test that broke off leaves nothing on the machine either. */
async function removeAll(workDirs: string[]): Promise<void> {
  if (docker) for (const workDir of workDirs) await removeFromDocker(workDir, docker);
}

function report(builds: Build[], stand: CrashStand): void {
  const stages = builds.flatMap((build) => build.stages ?? []);
  const counts = Object.entries(
    Object.groupBy(stages, (stage) => `${stage.name} ${stage.status}`),
  ).map(([kind, list]) => `${list?.length} ${kind}`);
  const { logs, lines, reconnections } = stand.counts;
  process.stdout.write(
    `  ${builds.length} builds, stages: ${counts.join(', ')}; ${logs} logs followed, ` +
      `${lines} lines, ${reconnections} reconnections\n`,
  );
}
