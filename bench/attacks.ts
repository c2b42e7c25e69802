// Attacks on a real server, one after another: response time for other clients meanwhile (goal: 250 ms), and
// memory of the server above idle (goal: 300 MB). `attacks NAME` runs the attacks with NAME in their name.
import { setTimeout as delay } from 'node:timers/promises';
import { cronBacklog } from './attacks/cron-backlog.ts';
import { fileOfDisk } from './attacks/file-of-disk.ts';
import { guestPlans } from './attacks/guest-plans.ts';
import { hostileSearches } from './attacks/hostile-searches.ts';
import { longErrors } from './attacks/long-errors.ts';
import { longLists } from './attacks/long-lists.ts';
import { masking } from './attacks/masking.ts';
import { mergeKeys } from './attacks/merge-keys.ts';
import { pluginSettings } from './attacks/plugin-settings.ts';
import { quotaRace } from './attacks/quota-race.ts';
import { removeRepo } from './attacks/remove-repo.ts';
import { restartMany } from './attacks/restarts.ts';
import { stalledDownloads } from './attacks/stalled-downloads.ts';
import { apiBodies, hookBodies } from './attacks/strangers-bodies.ts';
import { testNames } from './attacks/test-names.ts';
import type { Attack } from './support/attack.ts';
import { AttackedServer } from './support/attacked-server.ts';
import { readRssOf } from './support/processes.ts';
import { print } from './support/statistics.ts';
import { watchServer } from './support/watch-server.ts';

/** A server frees the garbage of its start only after 10 s. */
const warmUpMs = 12_000;
const maxWaitMs = 250;
const maxMemoryMb = 300;

const attacks: Attack[] = [
  fileOfDisk,
  masking,
  pluginSettings,
  hookBodies,
  apiBodies,
  testNames,
  stalledDownloads,
  quotaRace,
  longErrors,
  cronBacklog,
  longLists,
  mergeKeys,
  hostileSearches,
  guestPlans,
  removeRepo,
  restartMany,
];
const namePart = process.argv[2] ?? '';
print('attack | duration | longest response: /healthz, a list | memory above idle | result');
for (const attack of attacks.filter(({ name }) => name.includes(namePart))) {
  print(attack.skipped ? `${attack.name} | ${attack.skipped}` : await measure(attack));
}

async function measure(attack: Attack): Promise<string> {
  const server = await AttackedServer.start((await attack.settings?.()) ?? {});
  try {
    const run = await attack.prepare(server);
    await server.restart();
    await watchServer(server, async () => await delay(warmUpMs, ''));
    const idle = readRssOf(server.pid);
    const { result, tookMs, healthMs, readMs, memory } = await watchServer(server, run);
    const growth = memory - idle;
    const exceedsGoal = Math.max(healthMs, readMs) > maxWaitMs || growth > maxMemoryMb;
    const waits = `${healthMs.toFixed(0)}, ${readMs.toFixed(0)} ms`;
    const note = exceedsGoal ? ' | EXCEEDS THE GOAL' : '';
    return `${attack.name} | ${(tookMs / 1000).toFixed(1)} s | ${waits} | ${growth.toFixed(0)} MB | ${result}${note}`;
  } finally {
    await server.millrace.dispose();
    attack.cleanUp?.();
  }
}
