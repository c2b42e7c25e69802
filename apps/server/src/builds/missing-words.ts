import type { Clock } from '@millrace/node-kit/clock';
import type { BuildStore } from './build-store.ts';
import type { ChangeBuild } from './change-build.ts';

/** So few that nobody who writes meanwhile waits for long. */
const atOnce = 100;
const pauseMs = 10;

interface Deps {
  builds: BuildStore;
  changeBuild: ChangeBuild;
  clock: Pick<Clock, 'wait'>;
}

/**
 * Gives their words to builds that have none, the newest first: to those of before there were words, and
 * to those that a server of that time makes beside this one.
 */
export async function fillMissingWords(deps: Deps, stopped: AbortSignal): Promise<void> {
  const { builds, changeBuild, clock } = deps;
  while (!stopped.aborted) {
    const ids = await builds.listWithoutWords(atOnce);
    if (ids.length === 0) return;
    await changeBuild.addWords(ids);
    await clock.wait(pauseMs, stopped);
  }
}
