import { setTimeout as sleep } from 'node:timers/promises';
import type { GithubTestForge } from '../forges/github-test-forge.ts';
import type { createWorkTree } from '../test-server.ts';
import { numberedPipeline } from './numbered-pipeline.ts';

/** Pushes commits, and records which of them the server accepted. */
export interface Pushes {
  readonly pushed: Set<string>;
  readonly accepted: Set<string>;
  readonly faults: string[];
  push(): Promise<void>;
  /** Delivers events that were not accepted yet, if the forge retries. */
  finish(): Promise<void>;
}

const files = { '.drone.yml': numberedPipeline };

/** Pushes with git to the servers. */
export function gitPushes({ commit, git }: Awaited<ReturnType<typeof createWorkTree>>): Pushes {
  const [pushed, accepted, faults] = [new Set<string>(), new Set<string>(), [] as string[]];
  return {
    pushed,
    accepted,
    faults,
    async push() {
      const sha = await commit(files);
      pushed.add(sha);
      const { exitCode, stderr } = await git('push', '--quiet', 'origin', 'HEAD:main');
      if (exitCode === 0) accepted.add(sha);
      else if (/error: 5(?!03)/.test(stderr)) faults.push(stderr);
    },
    finish: async () => {},
  };
}

const redeliverEvery = 3;
const retryMs = 200;

/** Pushes to a forge that calls a webhook of the servers; every third delivery is sent twice. */
export function webhookPushes(forge: GithubTestForge, slug: string): Pushes {
  const [owner = ''] = slug.split('/');
  const { sent } = forge.github.deliveries;
  const deliveries = new Map<string, { id: string; again: () => Promise<void> }>();
  const [pushed, accepted, faults] = [new Set<string>(), new Set<string>(), [] as string[]];
  const note = (sha: string, id: string) => {
    const statuses = sent.filter((each) => each.id === id).map(({ status }) => status);
    if (statuses.includes(202)) accepted.add(sha);
    const wrong = statuses.filter((status) => ![0, 202, 503].includes(status));
    if (wrong.length > 0) faults.push(`The delivery of ${sha} was answered with ${wrong}`);
  };
  return {
    pushed,
    accepted,
    faults,
    async push() {
      const sha = await forge.push(owner, slug, 'main', files, 'Change things');
      pushed.add(sha);
      const delivery = sent.findLast(({ event }) => event === 'push');
      if (!delivery) throw new Error('No webhook delivery for the push');
      deliveries.set(sha, delivery);
      if (pushed.size % redeliverEvery === 0) await delivery.again();
      note(sha, delivery.id);
    },
    async finish() {
      for (const [sha, delivery] of deliveries) {
        while (!accepted.has(sha)) {
          await delivery.again();
          note(sha, delivery.id);
          await sleep(retryMs);
        }
      }
    },
  };
}
