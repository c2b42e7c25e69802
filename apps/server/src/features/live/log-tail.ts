import { logStreamEnd } from '@millrace/contract/stream';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { StoredLine } from '../../domain/stored-line.ts';
import { type EventStream, frameOf } from '../../http/event-stream.ts';

export interface LogSource {
  /** Some of the lines after `pos`; empty when there are none yet. */
  readAfter(stepId: number, pos: number): Promise<StoredLine[]>;
  /** True once no line will be added. */
  isOver(stepId: number): Promise<boolean>;
}

interface Follower {
  stream: EventStream;
  /** The last line that it has. */
  pos: number;
  /** Called when it has to read for itself. */
  leave: () => void;
}

/** A client that falls further behind reads the lines from the store. */
const mostReady = 10_000;

const endFrame = frameOf([logStreamEnd]);

/**
 * The end of a step's log for those who have all before it: new lines are read once and written once
 * for all of them. Who cannot take more, or has other lines than the rest, leaves.
 */
export class LogTail {
  private readonly stepId: number;
  private readonly source: LogSource;
  private readonly followers = new Set<Follower>();
  private pos = -1;
  /** Lines after `pos`, as received in events. */
  private ready: StoredLine[] = [];
  private isRunning = false;
  private hasNews = false;
  private wake: () => void = () => {};

  constructor(stepId: number, source: LogSource) {
    this.stepId = stepId;
    this.source = source;
  }

  get isEmpty(): boolean {
    return this.followers.size === 0;
  }

  /** Called when the log grew, with its new lines if the event has them, or when it ended. */
  notify(lines: StoredLine[] = []): void {
    this.hasNews = true;
    const last = this.ready.at(-1)?.pos ?? this.pos;
    const isNext = lines[0]?.pos === last + 1 && this.ready.length < mostReady;
    if (isNext) this.ready.push(...lines);
    this.wake();
  }

  /** Resolves with the last line that the stream has when it has to read for itself, or is over. */
  follow(stream: EventStream, pos: number): Promise<number> {
    return new Promise((resolve) => {
      const follower: Follower = {
        stream,
        pos,
        leave: () => {
          this.followers.delete(follower);
          stream.signal.removeEventListener('abort', follower.leave);
          resolve(follower.pos);
          if (this.isEmpty) this.notify();
        },
      };
      this.followers.add(follower);
      stream.signal.addEventListener('abort', follower.leave, { once: true });
      if (!this.isRunning) {
        this.pos = pos;
        void this.run();
      } else if (pos < this.pos) follower.leave();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (!this.isEmpty) {
        this.hasNews = false;
        const told = this.ready.splice(0);
        const isNext = told[0]?.pos === this.pos + 1;
        const isOver = !isNext && (await this.source.isOver(this.stepId));
        const lines = isNext ? told : await this.source.readAfter(this.stepId, this.pos);
        if (lines.length > 0) await this.hand(lines);
        else if (isOver) return await this.finish();
        else await this.waitForNews();
      }
    } catch {
      // Each reads for itself, and meets the fault itself.
      for (const { leave } of this.followers) leave();
    } finally {
      this.isRunning = false;
      // Somebody came at the last moment.
      if (!this.isEmpty) void this.run();
    }
  }

  private async hand(lines: StoredLine[]): Promise<void> {
    const from = this.pos;
    this.pos = lines.at(-1)?.pos ?? from;
    const frame = frameOf(lines.map(({ pos, json }) => ({ id: pos, data: json })));
    const slice = new TimeSlice();
    for (const follower of this.followers) {
      if (follower.pos === this.pos) continue;
      if (follower.pos !== from) follower.leave();
      else {
        follower.pos = this.pos;
        if (!follower.stream.write(frame)) follower.leave();
      }
      if (slice.isOver()) await slice.next();
    }
  }

  private async finish(): Promise<void> {
    const slice = new TimeSlice();
    for (const { stream, leave, pos } of this.followers) {
      if (pos === this.pos) {
        stream.write(endFrame);
        stream.end();
      }
      leave();
      if (slice.isOver()) await slice.next();
    }
  }

  private waitForNews(): Promise<void> {
    if (this.hasNews) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
