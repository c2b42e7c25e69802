import type { BuildStore } from './build-store.ts';
import type { ChangeBuild } from './change-build.ts';

/** So few that nobody who writes meanwhile waits for long. */
const atOnce = 100;
const pauseMs = 10;

interface Parts {
  builds: BuildStore;
  changeBuild: ChangeBuild;
  /** Resolves after this time, or early when the signal says so. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Gives their words to builds that have none, the newest first: to those of before there were words, and
 * to those that a server of that time makes beside this one.
 */
export async function fillMissingWords(parts: Parts, stopped: AbortSignal): Promise<void> {
  const { builds, changeBuild, wait } = parts;
  while (!stopped.aborted) {
    const ids = await builds.listWithoutWords(atOnce);
    if (ids.length === 0) return;
    await changeBuild.addWords(ids);
    await wait(pauseMs, stopped);
  }
}
