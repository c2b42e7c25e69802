import { logStreamEnd } from '@millrace/contract/stream';
import type { EventStream } from '../http/event-stream.ts';
import type { Events } from '../shared/events.ts';

interface LogSource {
  /** Some of the lines after `pos`, as JSON; empty when there are none yet. */
  readAfter(stepId: number, pos: number): Promise<{ pos: number; json: string }[]>;
  /** True once no line will be added. */
  isOver(stepId: number): Promise<boolean>;
}

/**
 * Sends a step's log from after `pos` to its end. Every line comes from the store, the events only
 * say when to look again: whatever the reader's pace, no line is lost, doubled or out of order.
 */
export async function streamLog(
  stream: EventStream,
  events: Events,
  source: LogSource,
  stepId: number,
  pos: number,
): Promise<void> {
  const news = new LogNews(events, stepId, stream.signal);
  try {
    for (let last = pos; !stream.signal.aborted; ) {
      const seen = news.seen();
      const isOver = await source.isOver(stepId);
      const lines = await source.readAfter(stepId, last);
      if (lines.length > 0) {
        await stream.send(lines.map((line) => ({ id: line.pos, data: line.json })));
        last = lines.at(-1)?.pos ?? last;
      } else if (isOver) {
        await stream.send([logStreamEnd]);
        return;
      } else await news.waitSince(seen);
    }
  } finally {
    news.stop();
    stream.end();
  }
}

/** Counts what happened to a step's log, so that nothing between two looks is missed. */
class LogNews {
  private count = 0;
  private wake: () => void = () => {};
  private readonly onNews: (news: { stepId: number }) => void;
  private readonly events: Events;
  private readonly signal: AbortSignal;

  constructor(events: Events, stepId: number, signal: AbortSignal) {
    this.events = events;
    this.signal = signal;
    this.onNews = (news) => {
      if (news.stepId !== stepId) return;
      this.count++;
      this.wake();
    };
    events.on('logGrown', this.onNews);
    events.on('logEnded', this.onNews);
  }

  seen(): number {
    return this.count;
  }

  waitSince(seen: number): Promise<void> {
    if (this.count !== seen || this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.wake = resolve;
      this.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  stop(): void {
    this.events.off('logGrown', this.onNews);
    this.events.off('logEnded', this.onNews);
  }
}
