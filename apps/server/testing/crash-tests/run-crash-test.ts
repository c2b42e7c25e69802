import { createRandom } from '@millrace/test-support/random';
import { expect, onTestFailed } from 'vitest';
import { bearer } from '../test-server.ts';
import { BuildFollower } from './build-follower.ts';
import { MortalCluster } from './crashing-cluster.ts';
import {
  findBuildFaults,
  findCronFaults,
  findFollowerFaults,
  findLogEntryFaults,
  findLogFaults,
  findLostAndDoubled,
  findOpen,
  findStageFaults,
  type Row,
  watchCrons,
} from './find-faults.ts';
import { askAt, CalledBuilds, insist, Load } from './load.ts';
import type { Pushes } from './pushes.ts';

// Each death comes at a random moment. `MILLRACE_TEST_SEED=N` brings the same moments again, and
// `MILLRACE_TEST_DEEP=1` 50 deaths for each way to push in place of 2.
const deathCount = process.env.MILLRACE_TEST_DEEP === '1' ? 50 : 2;
const untilOver = { timeout: 180_000, interval: 250 };
export const lifeTimeoutMs = 900_000;

interface Stand {
  slug: string;
  token: string;
  pushes: Pushes;
}

/**
 * Kills a cluster at random while builds are pushed, called and due, and looks what is left of them once
 * all has come to rest.
 */
export async function liveThroughDeaths(
  settingsFor: (url: string) => Promise<Record<string, string>>,
  open: (cluster: MortalCluster) => Promise<Stand>,
) {
  const seed = Number(process.env.MILLRACE_TEST_SEED) || Math.floor(Math.random() * 1_000_000);
  process.stdout.write(`  MILLRACE_TEST_SEED=${seed}\n`);
  const cluster = await MortalCluster.start(settingsFor);
  onTestFailed(() => {
    const { one, two } = cluster.servers;
    process.stdout.write(`${one.output()}\n${two.output()}\n`);
  });
  const stand = await open(cluster);
  const { slug, pushes } = stand;
  const query = cluster.query.bind(cluster);
  await watchCrons(query);
  const ask = askAt(cluster.url, bearer(stand));
  await pushes.push();
  const path = `/api/repos/${slug}`;
  for (const [name, expr] of Object.entries({ odd: '1-59/2 * * * * *', every: '@every 2s' })) {
    await insist(ask, 'POST', `${path}/cron`, { name, expr, branch: 'main' });
  }
  const streamOf = (url: string) => new BuildFollower(`${url}/api/stream/${slug}`, bearer(stand));
  const { one, two } = cluster.servers;
  const followers = { one: streamOf(one.url), two: streamOf(two.url), both: streamOf(cluster.url) };
  const called = new CalledBuilds(ask, slug);
  const load = new Load([
    { everyMs: 1200, job: () => called.start() },
    { everyMs: 1200, job: () => pushes.push() },
  ]);
  await cluster.dieTimes(deathCount, createRandom(seed));
  await load.stop();
  await pushes.finish();
  for (const name of ['odd', 'every']) {
    await insist(ask, 'PATCH', `${path}/cron/${name}`, { disabled: true });
  }
  await expect.poll(() => findOpen(query), untilOver).toEqual([]);

  const builds = await query('select * from builds order by number');
  const findFollowersWrong = () =>
    Object.entries(followers).flatMap(([name, follower]) =>
      findFollowerFaults(name, follower, builds, cluster.deaths),
    );
  await expect.poll(findFollowersWrong).toEqual([]);
  const numbers = builds.map(({ number }) => String(number));
  const pushed = builds.filter(({ event }) => event === 'push').map(({ after }) => String(after));
  const faults = [
    ...cluster.faults,
    ...called.faults,
    ...pushes.faults,
    ...(await findBuildFaults(query)),
    ...(await findCronFaults(query)),
    ...(await findStageFaults(query, cluster.deaths)),
    ...(await findLogFaults(query, ask, slug)),
    ...findLostAndDoubled('push', { all: pushes.made, acknowledged: pushes.taken }, pushed),
    ...findLostAndDoubled('build', { all: numbers, acknowledged: called.numbers }, numbers),
  ];
  for (const follower of Object.values(followers)) await follower.stop();
  await cluster.stop();
  report(builds, cluster);
  for (const [name, server] of Object.entries(cluster.servers)) {
    faults.push(...findLogEntryFaults(name, server.output()));
  }
  expect(faults).toEqual([]);
  return { builds, deaths: cluster.deaths };
}

function report(builds: Row[], { deaths }: MortalCluster): void {
  const kinds = Map.groupBy(builds, ({ event, status }) => `${event} ${status}`);
  const counts = [...kinds].map(([kind, list]) => `${list.length} ${kind}`).sort();
  const died = deaths.map(({ victim, signal }) => `${victim} ${signal}`).join(', ');
  process.stdout.write(`  ${deaths.length} deaths: ${died}\n  builds: ${counts.join(', ')}\n`);
}
