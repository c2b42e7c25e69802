import { RetryLaterError } from '@millrace/contract/api-errors';
import type { EventStream } from '../../http/event-stream.ts';
import type { Bus } from '../../shared/bus.ts';
import { LogPieces } from './log-pieces.ts';
import { type LogSource, LogTail } from './log-tail.ts';

/**
 * Sends logs from any line to their end. Every line is read from the store once for all clients, and events only trigger
 * reads. So no line is lost, duplicated or out of order, whatever the speed of the client.
 */
export class LogFeed {
  private readonly source: LogSource;
  private readonly pieces: LogPieces;
  private readonly tails = new Map<number, LogTail>();

  constructor(bus: Bus, source: LogSource) {
    this.source = source;
    this.pieces = new LogPieces((stepId, pos) => source.readAfter(stepId, pos));
    bus.subscribe('logGrown', ({ stepId, lines }) => this.tails.get(stepId)?.notify(lines));
    bus.subscribe('logRewritten', ({ stepId }) => {
      this.pieces.clear();
      this.tails.get(stepId)?.notify();
    });
    bus.subscribe('eventsMissed', () => {
      this.pieces.clear();
      for (const tail of this.tails.values()) tail.notify();
    });
    bus.subscribe('buildChanged', ({ endedSteps }) => {
      for (const stepId of endedSteps) this.tails.get(stepId)?.notify();
    });
  }

  /** Sends the lines after `pos`. Resolves when the stream ends. */
  async follow(stream: EventStream, stepId: number, pos: number): Promise<void> {
    try {
      for (let last = pos; !stream.signal.aborted; ) {
        await stream.drained();
        const end = this.tails.get(stepId)?.end ?? -1;
        const piece = await this.pieces.readAfter(stepId, last, end);
        if (piece) {
          await stream.send(piece.frame);
          last = piece.last;
        } else last = await this.followTail(stream, stepId, last);
      }
    } catch (error) {
      // A client that reconnects receives the rest, or the same error.
      if (!(error instanceof RetryLaterError)) throw error;
    } finally {
      stream.end();
    }
  }

  private async followTail(stream: EventStream, stepId: number, pos: number): Promise<number> {
    const tail = this.tails.get(stepId) ?? new LogTail(stepId, this.source, this.pieces);
    this.tails.set(stepId, tail);
    try {
      return await tail.follow(stream, pos);
    } finally {
      if (tail.isEmpty && this.tails.get(stepId) === tail) this.tails.delete(stepId);
    }
  }
}
