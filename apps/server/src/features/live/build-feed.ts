import type { Logger } from '@millrace/node-kit/logger';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import { type EventStream, frameOf } from '../../http/event-stream.ts';
import type { BuildChanged, Bus } from '../../shared/bus.ts';
import { whileBusy } from '../../shared/while-busy.ts';

/** A change as far as viewers care. */
type Change = Pick<BuildChanged, 'id' | 'repoId' | 'buildId'>;

/** The event of a changed build, with the viewers that may read it. */
export interface ReadableEvent {
  json: string;
  mayRead(viewerId: number | null): boolean;
}

interface Viewer {
  stream: EventStream;
  /** Null for a guest. */
  id: number | null;
  /** The only repository that is asked for. */
  repoId: number | undefined;
  /** The last change that it has, or that is not for it. */
  seen: number;
}

interface Deps {
  bus: Bus;
  logger: Logger;
  /** The last change that there is. */
  findNewest(): Promise<number>;
  /** The builds that changed after this change; null where they are too many, or not known. */
  listAfter(id: number, repoId: number | undefined): Promise<Change[] | null>;
  /** Undefined for a build that is gone. */
  read(change: Change): Promise<ReadableEvent | undefined>;
}

/**
 * Tells all viewers of the changes of builds. A change is read once and written once for all; a viewer
 * that cannot take more falls behind, and gets what it missed when it can.
 */
export class BuildFeed {
  private readonly deps: Deps;
  /** Changed builds that were not published yet, in the order of their changes. */
  private readonly changed = new Map<number, Change>();
  private newest = 0;
  private isTelling = false;
  /** Viewers that are up to date, by requested repository. */
  private readonly viewers = new Map<number | undefined, Set<Viewer>>();

  /** Listens before it reads what the newest change is, so that none comes between the two. */
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
      if (!this.isTelling) void this.tell();
    });
    deps.bus.subscribe('newsMissed', ({ newest }) => this.startOver(newest));
  }

  /** Every change from now on, or after the one that the viewer had last. */
  follow(stream: EventStream, viewer: Pick<Viewer, 'id' | 'repoId'>, lastId: string): void {
    const last = /^\d{1,15}$/.test(lastId) ? Number(lastId) : this.newest;
    const follower = { ...viewer, stream, seen: Math.min(last, this.newest) };
    stream.signal.addEventListener('abort', () => this.remove(follower), { once: true });
    // The viewer has just loaded its page, so no changes were missed.
    const startFromNewest = () => {
      follower.seen = this.newest;
    };
    void this.catchUp(follower, startFromNewest);
  }

  /** After unpublished changes, each viewer receives those that it missed, or has to reload. */
  private startOver(newest: number): void {
    this.newest = Math.max(this.newest, newest);
    for (const viewers of [...this.viewers.values()]) {
      for (const viewer of viewers) if (viewer.seen < newest) this.leaveBehind(viewer);
    }
  }

  private async tell(): Promise<void> {
    this.isTelling = true;
    const slice = new TimeSlice();
    for (const change of this.takeChanges()) {
      const places = [change.repoId, undefined];
      if (!places.some((repoId) => this.viewers.has(repoId))) continue;
      const news = await this.read(change);
      if (!news) continue;
      const frame = frameFor(change, news);
      for (const repoId of places) {
        for (const viewer of this.viewers.get(repoId) ?? []) {
          // This viewer received the change while others were notified.
          if (viewer.seen >= change.id) continue;
          const isWritten = !news.mayRead(viewer.id) || viewer.stream.write(frame);
          viewer.seen = change.id;
          if (!isWritten) this.leaveBehind(viewer);
          if (slice.isOver()) await slice.next();
        }
      }
    }
    this.isTelling = false;
  }

  private *takeChanges(): Generator<Change> {
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
    // A viewer that missed too much reloads when it reconnects.
    void stream.drained().then(() => this.catchUp(viewer, () => stream.end()));
  }

  /** Tells a viewer of what it missed, until it has everything; then it is one of all. */
  private async catchUp(viewer: Viewer, giveUp: () => void): Promise<void> {
    const { stream } = viewer;
    while (!stream.signal.aborted) {
      const { newest } = this;
      const missed = viewer.seen < newest ? await this.listMissed(viewer) : [];
      if (!missed) giveUp();
      for (const change of missed ?? []) {
        if (stream.signal.aborted) return;
        const news = await this.read(change);
        if (news?.mayRead(viewer.id)) stream.write(frameFor(change, news));
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

function frameFor({ id }: Change, { json }: ReadableEvent): Buffer {
  return frameOf([{ id, data: json }]);
}
