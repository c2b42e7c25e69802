import type { Clock } from '@millrace/node-kit/clock';
import type { BuildStore } from './build-store.ts';
import type { ChangeBuild } from './change-build.ts';

/** Few enough that other writers do not wait noticeably. */
const atOnce = 100;
const pauseMs = 10;

interface Deps {
  builds: BuildStore;
  changeBuild: ChangeBuild;
  clock: Pick<Clock, 'wait'>;
}

/**
 * Backfills the search index, newest builds first: for builds created before the index existed, and by
 * servers of earlier versions.
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
