import type { Clock } from '@millrace/node-kit/clock';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { EventStream } from '../../http/event-stream.ts';
import type { AccessChange, Bus } from '../../shared/bus.ts';

/**
 * Interval at which every stream is checked again. Commands that run beside this server change access without
 * an event.
 */
const recheckMs = 30_000;

interface Watched {
  userId: number | undefined;
  repoId: number | undefined;
  /** Time at which the access token expires, in unix seconds; 0 means never. */
  expires: number;
  /** Checks access again, as when the stream was opened. Rejects if it was revoked. */
  check: () => Promise<unknown>;
}

/**
 * Ends streams immediately if their viewer loses access: the account, its token or its session was deleted,
 * the token has expired, or the repository is no longer readable. All streams are checked here.
 */
export class RefusedStreams {
  private readonly clock: Clock;
  private readonly watched = new Map<EventStream, Watched>();
  /** Streams whose access must be checked again. */
  private readonly doubtful = new Set<EventStream>();
  private isChecking = false;
  private readonly timer = setInterval(() => this.doubt(() => true), recheckMs).unref();

  constructor({ bus, clock }: { bus: Bus; clock: Clock }) {
    this.clock = clock;
    bus.subscribe('accessChanged', (change) =>
      this.doubt((watched) => isConcerned(watched, change)),
    );
    bus.subscribe('eventsMissed', () => this.doubt(() => true));
  }

  /** Ends the stream as soon as access is revoked. */
  watch(stream: EventStream, watched: Watched): void {
    this.watched.set(stream, watched);
    stream.signal.addEventListener('abort', () => this.watched.delete(stream), { once: true });
    if (watched.expires > 0) void this.endAt(stream, watched.expires * 1000);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async endAt(stream: EventStream, timeMs: number): Promise<void> {
    const { signal } = stream;
    // A wait may end early, because timers have a maximum delay.
    while (!signal.aborted && this.clock.nowMs() < timeMs) {
      await this.clock.wait(timeMs - this.clock.nowMs(), signal);
    }
    stream.end();
  }

  private doubt(isDoubtful: (watched: Watched) => boolean): void {
    for (const [stream, watched] of this.watched) {
      if (isDoubtful(watched)) this.doubtful.add(stream);
    }
    if (!this.isChecking) void this.checkDoubtful();
  }

  private async checkDoubtful(): Promise<void> {
    this.isChecking = true;
    const slice = new TimeSlice();
    for (const stream of this.doubtful) {
      this.doubtful.delete(stream);
      // A failed check ends the stream, too. A viewer that still has access reconnects.
      await this.watched
        .get(stream)
        ?.check()
        .catch(() => stream.end());
      if (slice.isOver()) await slice.next();
    }
    this.isChecking = false;
  }
}

function isConcerned({ userId, repoId }: Watched, change: AccessChange): boolean {
  const concernsUser = change.userId === undefined || change.userId === userId;
  const concernsRepo =
    change.repoId === undefined || repoId === undefined || change.repoId === repoId;
  return concernsUser && concernsRepo;
}
