import type { RepoEvent } from '@millrace/contract/stream';

const pauseMs = 100;

/**
 * Hands the first change on at once, and what follows within a moment together: of each build only its
 * newest state.
 */
export function gatherEvents(apply: (event: RepoEvent) => void) {
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

/** An event without stages leaves those that are known. */
function newestOf(old: RepoEvent | undefined, next: RepoEvent): RepoEvent {
  if (!old) return next;
  if ((old.build.version ?? 0) > (next.build.version ?? 0)) return old;
  const stages = next.build.stages ?? old.build.stages;
  return stages ? { ...next, build: { ...next.build, stages } } : next;
}
