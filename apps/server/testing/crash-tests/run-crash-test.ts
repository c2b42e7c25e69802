import { createRandom } from '@millrace/test-support/random';
import { expect, onTestFailed } from 'vitest';
import { bearer } from '../test-server.ts';
import { BuildFollower } from './build-follower.ts';
import { CrashingCluster } from './crashing-cluster.ts';
import {
  findBuildFaults,
  findCronFaults,
  findFollowerFaults,
  findLogEntryFaults,
  findLogFaults,
  findLostAndDuplicated,
  findOpen,
  findStageFaults,
  type Row,
  watchCrons,
} from './find-faults.ts';
import { callerOf, callUntilOk, Load, ManualBuilds } from './load.ts';
import type { Pushes } from './pushes.ts';

// Outages happen at random times. `MILLRACE_TEST_SEED=N` repeats the times of an earlier run, and
// `MILLRACE_TEST_DEEP=1` causes 50 outages for each way to push instead of 2.
const outageCount = process.env.MILLRACE_TEST_DEEP === '1' ? 50 : 2;
const untilFinished = { timeout: 180_000, interval: 250 };
export const crashTestTimeoutMs = 900_000;
const cronNames = ['one', 'other'] as const;

interface Subject {
  slug: string;
  token: string;
  pushes: Pushes;
}

/**
 * Kills and restarts a cluster at random while builds are started by pushes, calls and cron jobs. Then waits
 * until everything has finished, and checks that nothing is lost or duplicated.
 */
export async function runCrashTest(
  settingsFor: (url: string) => Promise<Record<string, string>>,
  open: (cluster: CrashingCluster) => Promise<Subject>,
) {
  const seed = Number(process.env.MILLRACE_TEST_SEED) || Math.floor(Math.random() * 1_000_000);
  process.stdout.write(`  MILLRACE_TEST_SEED=${seed}\n`);
  const cluster = await CrashingCluster.start(settingsFor);
  onTestFailed(() => {
    const { one, two } = cluster.servers;
    process.stdout.write(`${one.output()}\n${two.output()}\n`);
  });
  const subject = await open(cluster);
  const { slug, pushes } = subject;
  const query = cluster.query.bind(cluster);
  await watchCrons(query);
  const call = callerOf(cluster.url, bearer(subject));
  await pushes.push();
  const path = `/api/repos/${slug}`;
  for (const name of cronNames) {
    await callUntilOk(call, 'POST', `${path}/cron`, { name, expr: '@hourly', branch: 'main' });
  }
  // A run that waits would be replaced by the next one. Jobs are looked for when no server is adding one.
  const makeDue = `do $$ begin
    perform from crons for update;
    update crons set next = extract(epoch from now())::bigint
      where not exists (select 1 from jobs where kind = 'cron-run'
        and (payload::json->>'cronId')::bigint = crons.id);
    end $$`;
  const runCrons = async () => {
    // In an outage of the database, the next call makes them due.
    await query(makeDue).catch(() => []);
    await callUntilOk(call, 'PATCH', `${path}/cron/${cronNames[0]}`, { target: '' });
  };
  const streamOf = (url: string) => new BuildFollower(`${url}/api/stream/${slug}`, bearer(subject));
  const { one, two } = cluster.servers;
  const followers = { one: streamOf(one.url), two: streamOf(two.url), both: streamOf(cluster.url) };
  const manual = new ManualBuilds(call, slug);
  const load = new Load([
    { everyMs: 1200, job: () => manual.start() },
    { everyMs: 1200, job: () => pushes.push() },
    { everyMs: 2000, job: runCrons },
  ]);
  await cluster.causeOutages(outageCount, createRandom(seed));
  await load.stop();
  await pushes.finish();
  for (const name of cronNames) {
    await callUntilOk(call, 'PATCH', `${path}/cron/${name}`, { disabled: true });
  }
  await expect.poll(() => findOpen(query), untilFinished).toEqual([]);

  const builds = await query('select * from builds order by number');
  const findStreamFaults = () =>
    Object.entries(followers).flatMap(([name, follower]) =>
      findFollowerFaults(name, follower, builds, cluster.outages),
    );
  await expect.poll(findStreamFaults).toEqual([]);
  const numbers = builds.map(({ number }) => String(number));
  const pushed = builds.filter(({ event }) => event === 'push').map(({ after }) => String(after));
  const faults = [
    ...cluster.faults,
    ...manual.faults,
    ...pushes.faults,
    ...(await findBuildFaults(query)),
    ...(await findCronFaults(query)),
    ...(await findStageFaults(query, cluster.outages)),
    ...(await findLogFaults(query, call, slug)),
    ...findLostAndDuplicated('push', { all: pushes.pushed, acknowledged: pushes.accepted }, pushed),
    ...findLostAndDuplicated('build', { all: numbers, acknowledged: manual.numbers }, numbers),
  ];
  for (const follower of Object.values(followers)) await follower.stop();
  await cluster.stop();
  report(builds, cluster);
  for (const [name, server] of Object.entries(cluster.servers)) {
    faults.push(...findLogEntryFaults(name, server.output()));
  }
  expect(faults).toEqual([]);
  return { builds, outages: cluster.outages };
}

function report(builds: Row[], { outages }: CrashingCluster): void {
  const kinds = Map.groupBy(builds, ({ event, status }) => `${event} ${status}`);
  const counts = [...kinds].map(([kind, list]) => `${list.length} ${kind}`).sort();
  const list = outages.map(({ target, signal }) => `${target} ${signal}`).join(', ');
  process.stdout.write(`  ${outages.length} outages: ${list}\n  builds: ${counts.join(', ')}\n`);
}
