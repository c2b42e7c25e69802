import type { EventStream } from '../http/event-stream.ts';
import type { AccessChange, Events } from '../shared/events.ts';

/** Changes that this server does not hear of, made by a command beside it, count after so long. */
const recheckMs = 30_000;

interface Watched {
  userId: number | undefined;
  repoId: number | undefined;
  /** Asks for the right again, as at the beginning; rejects where it is gone. */
  check: () => Promise<unknown>;
}

/**
 * Ends a stream at once when its reader may no longer have it: the account, its token or its session
 * is gone, or the repository is closed to it. The one place that decides this for every stream.
 */
export function endWhenRefused(stream: EventStream, events: Events, watched: Watched): void {
  const recheck = () => {
    // Also where the question could not be asked: a reader who still may comes back.
    watched.check().catch(() => stream.end());
  };
  const onChange = ({ userId, repoId }: AccessChange) => {
    const concernsUser = userId === undefined || userId === watched.userId;
    const concernsRepo =
      repoId === undefined || watched.repoId === undefined || repoId === watched.repoId;
    if (concernsUser && concernsRepo) recheck();
  };
  const timer = setInterval(recheck, recheckMs);
  events.on('accessChanged', onChange);
  stream.signal.addEventListener('abort', () => {
    clearInterval(timer);
    events.off('accessChanged', onChange);
  });
}
