import { randomUUID } from 'node:crypto';
import { type EventStream, frameOf } from '../http/event-stream.ts';
import type { Events } from '../shared/events.ts';
import type { Logger } from '../shared/logger.ts';
import { TimeSlice } from '../shared/time-slice.ts';
import { type NumberedChange, RecentChanges } from './recent-changes.ts';

/** So many builds may change while a viewer is away, and it still gets all of them. */
const recentBuilds = 1000;

/** A build as it is now, and who may see it. */
export interface BuildNews {
  json: string;
  mayRead(viewerId: number | null): boolean;
}

interface Viewer {
  stream: EventStream;
  /** Null for a guest. */
  id: number | null;
  /** The only repository that is asked for. */
  repoId: number | undefined;
  /** The number of the last change that it has, or that is not for it. */
  seen: number;
}

interface Parts {
  events: Events;
  logger: Logger;
  /** Undefined for a build that is gone. */
  read(change: { repoId: number; buildId: number }): Promise<BuildNews | undefined>;
}

/**
 * Tells all viewers of the changes of builds. A change is read once and written once for all; a viewer
 * that cannot take more falls behind, and gets what it missed when it can.
 */
export class BuildFeed {
  private readonly parts: Parts;
  private readonly recent = new RecentChanges(recentBuilds);
  /** Numbers of another start mean nothing to this one. */
  private readonly start = randomUUID().slice(0, 8);
  /** Builds that changed, of which nobody was told yet. */
  private readonly changed = new Map<number, { repoId: number; buildId: number }>();
  private isTelling = false;
  /** Those that have everything, by the repository that they ask for. */
  private readonly viewers = new Map<number | undefined, Set<Viewer>>();

  constructor(parts: Parts) {
    this.parts = parts;
    parts.events.on('buildChanged', (change) => {
      this.changed.set(change.buildId, change);
      if (!this.isTelling) void this.tell();
    });
  }

  /** Every change from now on, or after the one that the viewer had last. */
  follow(stream: EventStream, viewer: Pick<Viewer, 'id' | 'repoId'>, lastId?: string): void {
    const [start, last] = lastId?.split('-') ?? [];
    const isKnown = start === this.start && this.recent.after(Number(last)) !== null;
    const follower = { ...viewer, stream, seen: isKnown ? Number(last) : this.recent.newest };
    stream.signal.addEventListener('abort', () => this.remove(follower), { once: true });
    void this.catchUp(follower);
  }

  private async tell(): Promise<void> {
    this.isTelling = true;
    const slice = new TimeSlice();
    for (const change of this.takeChanges()) {
      const news = await this.read(change);
      const numbered = this.recent.add(change);
      if (!news) continue;
      const frame = this.frameOf(numbered, news);
      for (const repoId of [change.repoId, undefined]) {
        for (const viewer of this.viewers.get(repoId) ?? []) {
          // It came while the others were told.
          if (viewer.seen >= numbered.number) continue;
          const isWritten = !news.mayRead(viewer.id) || viewer.stream.write(frame);
          viewer.seen = numbered.number;
          if (!isWritten) {
            this.remove(viewer);
            void viewer.stream.drained().then(() => this.catchUp(viewer));
          }
          if (slice.isOver()) await slice.next();
        }
      }
    }
    this.isTelling = false;
  }

  private *takeChanges() {
    for (;;) {
      const [next] = this.changed.values();
      if (!next) return;
      this.changed.delete(next.buildId);
      yield next;
    }
  }

  /** Tells a viewer of what it missed, until it has everything; then it is one of all. */
  private async catchUp(viewer: Viewer): Promise<void> {
    const { stream } = viewer;
    while (!stream.signal.aborted) {
      const missed = this.recent.after(viewer.seen);
      if (!missed) {
        // It reads anew what it shows when it comes back.
        stream.end();
        return;
      }
      if (missed.length === 0) return this.add(viewer);
      for (const change of missed) {
        const isWanted = viewer.repoId === undefined || viewer.repoId === change.repoId;
        const news = isWanted ? await this.read(change) : undefined;
        if (news?.mayRead(viewer.id)) stream.write(this.frameOf(change, news));
        viewer.seen = change.number;
        await stream.drained();
      }
    }
  }

  private add(viewer: Viewer): void {
    const others = this.viewers.get(viewer.repoId) ?? new Set();
    others.add(viewer);
    this.viewers.set(viewer.repoId, others);
  }

  private remove(viewer: Viewer): void {
    const others = this.viewers.get(viewer.repoId);
    others?.delete(viewer);
    if (others?.size === 0) this.viewers.delete(viewer.repoId);
  }

  private read(change: { repoId: number; buildId: number }): Promise<BuildNews | undefined> {
    return this.parts.read(change).catch((error) => {
      this.parts.logger.error({ err: error, ...change }, 'A change of a build could not be read');
      return undefined;
    });
  }

  private frameOf(change: NumberedChange, news: BuildNews): Buffer {
    return frameOf([{ id: `${this.start}-${change.number}`, data: news.json }]);
  }
}
