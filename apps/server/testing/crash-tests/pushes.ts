import { setTimeout as sleep } from 'node:timers/promises';
import type { GithubStand } from '../forges/github-stand.ts';
import type { createWorkTree } from '../test-server.ts';
import { numberedPipeline } from './numbered-pipeline.ts';

/** Commits that are pushed, and those of which the server said that it has them. */
export interface Pushes {
  readonly made: Set<string>;
  readonly taken: Set<string>;
  readonly faults: string[];
  push(): Promise<void>;
  /** Delivers events that were not accepted yet, where the forge retries. */
  finish(): Promise<void>;
}

const files = { '.drone.yml': numberedPipeline };

/** With git, to the servers themselves. */
export function gitPushes({ commit, git }: Awaited<ReturnType<typeof createWorkTree>>): Pushes {
  const [made, taken, faults] = [new Set<string>(), new Set<string>(), [] as string[]];
  return {
    made,
    taken,
    faults,
    async push() {
      const sha = await commit(files);
      made.add(sha);
      const { exitCode, stderr } = await git('push', '--quiet', 'origin', 'HEAD:main');
      if (exitCode === 0) taken.add(sha);
      else if (/error: 5(?!03)/.test(stderr)) faults.push(stderr);
    },
    finish: async () => {},
  };
}

const again = 3;
const retryMs = 200;

/** At a forge that tells the servers by a hook, every third time once more. */
export function hookPushes(stand: GithubStand, slug: string): Pushes {
  const [owner = ''] = slug.split('/');
  const { sent } = stand.github.deliveries;
  const told = new Map<string, { id: string; again: () => Promise<void> }>();
  const [made, taken, faults] = [new Set<string>(), new Set<string>(), [] as string[]];
  const note = (sha: string, id: string) => {
    const statuses = sent.filter((each) => each.id === id).map(({ status }) => status);
    if (statuses.includes(202)) taken.add(sha);
    const wrong = statuses.filter((status) => ![0, 202, 503].includes(status));
    if (wrong.length > 0) faults.push(`The delivery of ${sha} was answered with ${wrong}`);
  };
  return {
    made,
    taken,
    faults,
    async push() {
      const sha = await stand.push(owner, slug, 'main', files, 'Change things');
      made.add(sha);
      const delivery = sent.findLast(({ event }) => event === 'push');
      if (!delivery) throw new Error('The push was not told');
      told.set(sha, delivery);
      if (made.size % again === 0) await delivery.again();
      note(sha, delivery.id);
    },
    async finish() {
      for (const [sha, delivery] of told) {
        while (!taken.has(sha)) {
          await delivery.again();
          note(sha, delivery.id);
          await sleep(retryMs);
        }
      }
    },
  };
}
