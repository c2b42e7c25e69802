import { logStreamEnd } from '@millrace/contract/stream';
import { TimeSlice } from '@millrace/node-kit/time-slice';
import type { StoredLine } from '../../domain/stored-line.ts';
import { type EventStream, frameOf } from '../../http/event-stream.ts';
import type { LogPieces } from './log-pieces.ts';

export interface LogSource {
  /** Returns some lines after `pos`; empty if there are none yet. */
  readAfter(stepId: number, pos: number): Promise<StoredLine[]>;
  /** Returns true if the log is complete. */
  isComplete(stepId: number): Promise<boolean>;
}

interface Follower {
  stream: EventStream;
  /** Position of the last line that was sent. */
  pos: number;
  /** Removes the follower from the tail. */
  leave: () => void;
}

/** Maximum number of lines in memory. Lines beyond it are read from the store. */
const maxReadyLines = 10_000;

const endFrame = frameOf([logStreamEnd]);

/**
 * Sends new lines of a step to the streams that have all earlier lines. Lines are read and serialized once
 * for all of them. A stream that is too slow, or is at another position, leaves the tail, and continues with the pieces
 * that the tail has sent.
 */
export class LogTail {
  private readonly stepId: number;
  private readonly source: LogSource;
  private readonly pieces: LogPieces;
  private readonly followers = new Set<Follower>();
  private pos = -1;
  /** Lines after `pos` that were received in events. */
  private ready: StoredLine[] = [];
  private isRunning = false;
  private hasChanged = false;
  private wake: () => void = () => {};

  constructor(stepId: number, source: LogSource, pieces: LogPieces) {
    this.stepId = stepId;
    this.source = source;
    this.pieces = pieces;
  }

  /** Position of the last line that was sent. */
  get end(): number {
    return this.pos;
  }

  get isEmpty(): boolean {
    return this.followers.size === 0;
  }

  /** Called when the log has grown, with the new lines if the event contains them, or when it has ended. */
  notify(lines: StoredLine[] = []): void {
    this.hasChanged = true;
    const last = this.ready.at(-1)?.pos ?? this.pos;
    const isNext = lines[0]?.pos === last + 1 && this.ready.length < maxReadyLines;
    if (isNext) this.ready.push(...lines);
    this.wake();
  }

  /** Sends new lines until the stream leaves the tail or ends. Resolves with the position of its last line. */
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
        this.hasChanged = false;
        const received = this.ready.splice(0);
        const isNext = received[0]?.pos === this.pos + 1;
        const isComplete = !isNext && (await this.source.isComplete(this.stepId));
        const lines = isNext ? received : await this.source.readAfter(this.stepId, this.pos);
        if (lines.length > 0) await this.hand(lines);
        else if (isComplete) return await this.finish();
        else await this.waitForChange();
      }
    } catch {
      // Each stream then reads from the store, and reports the error to its own client.
      for (const { leave } of this.followers) leave();
    } finally {
      this.isRunning = false;
      // A follower was added while the loop ended.
      if (!this.isEmpty) void this.run();
    }
  }

  private async hand(lines: StoredLine[]): Promise<void> {
    const from = this.pos;
    this.pos = lines.at(-1)?.pos ?? from;
    const { frame } = this.pieces.add(this.stepId, from, lines);
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

  private waitForChange(): Promise<void> {
    if (this.hasChanged) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
