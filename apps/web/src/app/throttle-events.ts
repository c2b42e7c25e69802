import type { RepoEvent } from '@millrace/contract/stream';

const pauseMs = 100;

/**
 * Throttles build events: applies the first one at once, and later ones in batches with only the newest state
 * of each build.
 */
export function throttleEvents(apply: (event: RepoEvent) => void) {
  const waiting = new Map<string, RepoEvent>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const events = [...waiting.values()];
    waiting.clear();
    timer = events.length > 0 ? setTimeout(flush, pauseMs) : undefined;
    events.forEach(apply);
  };
  return {
    add(event: RepoEvent) {
      const key = `${event.slug}/${event.build.number}`;
      const newest = newestOf(waiting.get(key), event);
      // Delete first, so that the newest event moves to the end of the map.
      waiting.delete(key);
      waiting.set(key, newest);
      if (timer === undefined) flush();
    },
    end() {
      clearTimeout(timer);
    },
  };
}

/** Merges two events of a build. Keeps the known stages if the newer event has none. */
function newestOf(old: RepoEvent | undefined, next: RepoEvent): RepoEvent {
  if (!old) return next;
  if ((old.build.version ?? 0) > (next.build.version ?? 0)) return old;
  const stages = next.build.stages ?? old.build.stages;
  return stages ? { ...next, build: { ...next.build, stages } } : next;
}
