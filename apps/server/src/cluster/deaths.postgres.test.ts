import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionCookie } from '@millrace/contract/api';
import { expect, it, onTestFailed, onTestFinished } from 'vitest';
import { GithubStand } from '../forges/conformance/github-stand.ts';
import { BrowserVisit } from '../testing/browser-visit.ts';
import { BuildFollower } from '../testing/deaths/build-follower.ts';
import {
  findBuildFaults,
  findCronFaults,
  findFollowerFaults,
  findLogEntryFaults,
  findLogFaults,
  findLostAndDoubled,
  findOpen,
  findStageFaults,
  findStatusFaults,
  type Row,
  watchCrons,
} from '../testing/deaths/find-faults.ts';
import { askAt, CalledBuilds, insist, Load } from '../testing/deaths/load.ts';
import { MortalCluster } from '../testing/deaths/mortal-cluster.ts';
import { gitPushes, hookPushes, type Pushes } from '../testing/deaths/pushes.ts';
import { createRandom } from '../testing/random.ts';
import { readToken } from '../testing/read-token.ts';
import { bearer, createWorkTree } from '../testing/test-server.ts';

// Each death comes at a random moment. `MILLRACE_TEST_SEED=N` brings the same moments again, and
// `MILLRACE_TEST_DEEP=1` 25 deaths of each kind in place of 3.
const deathsOfEach = process.env.MILLRACE_TEST_DEEP === '1' ? 25 : 3;
const untilOver = { timeout: 120_000, interval: 500 };
const timeoutMs = 900_000;

interface Stand {
  slug: string;
  token: string;
  pushes: Pushes;
}

async function throughGit(cluster: MortalCluster): Promise<Stand> {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-work-'));
  onTestFinished(() => rm(tempDir, { recursive: true, force: true }));
  const slug = 'admin/mill';
  const tree = await createWorkTree({ url: cluster.url, tempDir }, 'admin', slug);
  return { slug, token: await readToken(cluster.url), pushes: gitPushes(tree) };
}

async function throughGithub(cluster: MortalCluster, stand: GithubStand): Promise<Stand> {
  const slug = 'ada/mill';
  const { url } = cluster;
  const visit = new BrowserVisit();
  const asked = await visit.open(`${url}/login`, { stopAt: stand.url });
  await visit.open((await stand.consent(visit, asked.url, 'ada')).href);
  const cookie = `${sessionCookie}=${visit.cookie(url, sessionCookie)}`;
  const ask = askAt(url, { cookie, origin: url });
  const { token } = (await insist(ask, 'POST', '/api/user/token')) as { token: string };
  await insist(ask, 'POST', '/api/user/repos');
  await insist(ask, 'POST', `/api/repos/${slug}`);
  return { slug, token, pushes: hookPushes(stand, slug) };
}

async function liveThroughDeaths(
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
    { everyMs: 700, job: () => called.start() },
    { everyMs: 900, job: () => pushes.push() },
  ]);
  await cluster.dieTimes(deathsOfEach, createRandom(seed));
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

it(
  'whatever dies, pushed, called and due builds are neither lost nor doubled',
  async () => {
    await liveThroughDeaths(async () => ({}), throughGit);
  },
  timeoutMs,
);

it(
  'whatever dies, what a forge tells is built once, and it is told how builds end',
  async () => {
    const stand = await GithubStand.start();
    onTestFinished(() => stand.stop());
    await stand.addAccount('ada');
    await stand.addRepo('ada', 'mill');
    const { builds, deaths } = await liveThroughDeaths(
      (url) => stand.settingsFor(url),
      (cluster) => throughGithub(cluster, stand),
    );
    const { statuses } = stand.github.world.repository('ada/mill');
    expect(findStatusFaults(statuses, builds, deaths)).toEqual([]);
  },
  timeoutMs,
);
