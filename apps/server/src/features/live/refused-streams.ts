import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { EventStream } from '../../http/event-stream.ts';
import type { AccessChange, Bus } from '../../shared/bus.ts';

/** Changes that this server does not hear of, made by a command beside it, count after so long. */
const recheckMs = 30_000;

interface Watched {
  userId: number | undefined;
  repoId: number | undefined;
  /** Asks for the right again, as at the beginning; rejects where it is gone. */
  check: () => Promise<unknown>;
}

/**
 * Ends streams at once when their readers may no longer have them: the account, its token or its
 * session is gone, or the repository is closed to it. The one place that decides this for every stream.
 */
export class RefusedStreams {
  private readonly watched = new Map<EventStream, Watched>();
  /** Streams whose access must be checked again. */
  private readonly doubtful = new Set<EventStream>();
  private isAsking = false;
  private readonly timer = setInterval(() => this.doubt(() => true), recheckMs).unref();

  constructor(bus: Bus) {
    bus.subscribe('accessChanged', (change) =>
      this.doubt((watched) => isConcerned(watched, change)),
    );
    bus.subscribe('newsMissed', () => this.doubt(() => true));
  }

  /** Ends the stream when it is refused. */
  watch(stream: EventStream, watched: Watched): void {
    this.watched.set(stream, watched);
    stream.signal.addEventListener('abort', () => this.watched.delete(stream), { once: true });
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private doubt(isDoubtful: (watched: Watched) => boolean): void {
    for (const [stream, watched] of this.watched) {
      if (isDoubtful(watched)) this.doubtful.add(stream);
    }
    if (!this.isAsking) void this.ask();
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    const slice = new TimeSlice();
    for (const stream of this.doubtful) {
      this.doubtful.delete(stream);
      // Also where the question could not be asked: a reader who still may comes back.
      await this.watched
        .get(stream)
        ?.check()
        .catch(() => stream.end());
      if (slice.isOver()) await slice.next();
    }
    this.isAsking = false;
  }
}

function isConcerned({ userId, repoId }: Watched, change: AccessChange): boolean {
  const concernsUser = change.userId === undefined || change.userId === userId;
  const concernsRepo =
    change.repoId === undefined || repoId === undefined || change.repoId === repoId;
  return concernsUser && concernsRepo;
}
