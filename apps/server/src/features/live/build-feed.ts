import type { Logger } from '@millrace/node-kit/logger';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { TokenLimits } from '../../domain/token-limits.ts';
import { type EventStream, frameOf } from '../../http/event-stream.ts';
import type { BuildChanged, Bus } from '../../shared/bus.ts';
import { whileBusy } from '../../shared/while-busy.ts';

/** Fields of a change that the feed needs. */
type Change = Pick<BuildChanged, 'id' | 'repoId' | 'buildId'>;

/** Event of a changed build, with a check of who may read it. */
export interface ReadableEvent {
  json: string;
  mayRead(viewerId: number | null, tokenLimits: TokenLimits | undefined): boolean;
}

interface Viewer {
  stream: EventStream;
  /** Null for a guest. */
  id: number | null;
  /** Set if the stream was opened with an access token. */
  tokenLimits: TokenLimits | undefined;
  /** Only changes of this repository are sent; undefined for all. */
  repoId: number | undefined;
  /** Id of the last change that was sent to this viewer, or that it may not read. */
  seen: number;
}

interface Deps {
  bus: Bus;
  logger: Logger;
  /** Returns the id of the newest change. */
  findNewest(): Promise<number>;
  /**
   * Lists the builds that changed after this change. Returns null if they are too many, or if some changes
   * have been deleted.
   */
  listAfter(id: number, repoId: number | undefined): Promise<Change[] | null>;
  /** Returns undefined if the build was deleted. */
  read(change: Change): Promise<ReadableEvent | undefined>;
}

/**
 * Sends changes of builds to all viewers. A change is read and serialized once for all of them. A viewer
 * whose connection is too slow falls behind, and receives the missed changes when its buffer is empty.
 */
export class BuildFeed {
  private readonly deps: Deps;
  /** Changed builds that were not sent yet, in the order of their changes. */
  private readonly changed = new Map<number, Change>();
  private newest = 0;
  private isPublishing = false;
  /** Viewers that received every change, by requested repository. */
  private readonly viewers = new Map<number | undefined, Set<Viewer>>();

  /** Subscribes to changes before it reads the newest one, so that none is missed in between. */
  static async open(deps: Deps): Promise<BuildFeed> {
    const feed = new BuildFeed(deps);
    const newest = await deps.findNewest();
    feed.newest = Math.max(feed.newest, newest);
    return feed;
  }

  private constructor(deps: Deps) {
    this.deps = deps;
    deps.bus.subscribe('buildChanged', (change) => {
      this.newest = Math.max(this.newest, change.id);
      this.changed.delete(change.buildId);
      this.changed.set(change.buildId, change);
      if (!this.isPublishing) void this.publish();
    });
    deps.bus.subscribe('eventsMissed', ({ newest }) => this.resync(newest));
  }

  /** Sends every change from now on, or every change after `lastId`, the last one that the viewer received. */
  follow(
    stream: EventStream,
    viewer: Pick<Viewer, 'id' | 'tokenLimits' | 'repoId'>,
    lastId: string,
  ): void {
    const last = /^\d{1,15}$/.test(lastId) ? Number(lastId) : this.newest;
    const follower = { ...viewer, stream, seen: Math.min(last, this.newest) };
    stream.signal.addEventListener('abort', () => this.remove(follower), { once: true });
    // The viewer has just loaded the page, so the page contains all earlier changes.
    const startFromNewest = () => {
      follower.seen = this.newest;
    };
    void this.catchUp(follower, startFromNewest);
  }

  /** Called when the bus missed changes: each viewer receives them from the database, or must reconnect. */
  private resync(newest: number): void {
    this.newest = Math.max(this.newest, newest);
    for (const viewers of [...this.viewers.values()]) {
      for (const viewer of viewers) if (viewer.seen < newest) this.leaveBehind(viewer);
    }
  }

  private async publish(): Promise<void> {
    this.isPublishing = true;
    const slice = new TimeSlice();
    for (const change of this.dequeueChanges()) {
      const audiences = [change.repoId, undefined];
      if (!audiences.some((repoId) => this.viewers.has(repoId))) continue;
      const event = await this.read(change);
      if (!event) continue;
      const frame = frameFor(change, event);
      for (const repoId of audiences) {
        for (const viewer of this.viewers.get(repoId) ?? []) {
          // This viewer caught up while the change was sent to others.
          if (viewer.seen >= change.id) continue;
          const isWritten = !isFor(viewer, event) || viewer.stream.write(frame);
          viewer.seen = change.id;
          if (!isWritten) this.leaveBehind(viewer);
          if (slice.isOver()) await slice.next();
        }
      }
    }
    this.isPublishing = false;
  }

  private *dequeueChanges(): Generator<Change> {
    for (;;) {
      const [next] = this.changed.values();
      if (!next) return;
      this.changed.delete(next.buildId);
      yield next;
    }
  }

  private leaveBehind(viewer: Viewer): void {
    this.remove(viewer);
    const { stream } = viewer;
    // A viewer that missed too many changes is disconnected, and reloads when it reconnects.
    void stream.drained().then(() => this.catchUp(viewer, () => stream.end()));
  }

  /**
   * Sends missed changes to a viewer until it has all of them, and adds it to the viewers that receive new
   * ones.
   */
  private async catchUp(viewer: Viewer, giveUp: () => void): Promise<void> {
    const { stream } = viewer;
    while (!stream.signal.aborted) {
      const { newest } = this;
      const missed = viewer.seen < newest ? await this.listMissed(viewer) : [];
      if (!missed) giveUp();
      for (const change of missed ?? []) {
        if (stream.signal.aborted) return;
        const event = await this.read(change);
        if (event && isFor(viewer, event)) stream.write(frameFor(change, event));
        viewer.seen = change.id;
        await stream.drained();
      }
      viewer.seen = Math.max(viewer.seen, newest);
      if (viewer.seen >= this.newest) return this.add(viewer);
    }
  }

  private add(viewer: Viewer): void {
    if (viewer.stream.signal.aborted) return;
    const others = this.viewers.get(viewer.repoId) ?? new Set();
    others.add(viewer);
    this.viewers.set(viewer.repoId, others);
  }

  private remove(viewer: Viewer): void {
    const others = this.viewers.get(viewer.repoId);
    others?.delete(viewer);
    if (others?.size === 0) this.viewers.delete(viewer.repoId);
  }

  private listMissed({ seen, repoId }: Viewer): Promise<Change[] | null> {
    return whileBusy(() => this.deps.listAfter(seen, repoId)).catch((error) => {
      this.deps.logger.error({ err: error }, 'Missed changes of builds could not be read');
      return null;
    });
  }

  private read(change: Change): Promise<ReadableEvent | undefined> {
    return whileBusy(() => this.deps.read(change)).catch((error) => {
      this.deps.logger.error({ err: error, ...change }, 'A change of a build could not be read');
      return undefined;
    });
  }
}

function isFor({ id, tokenLimits }: Viewer, event: ReadableEvent): boolean {
  return event.mayRead(id, tokenLimits);
}

function frameFor({ id }: Change, { json }: ReadableEvent): Buffer {
  return frameOf([{ id, data: json }]);
}
