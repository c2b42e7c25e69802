import { formatSize } from '@millrace/contract/format-size';
import { LogTail } from './log-tail.ts';

interface Omitted {
  lines: number;
  bytes: number;
}

export interface CutState {
  headBytes: number;
  /** Lines after the head; undefined until the log exceeds its limit. */
  left?: Omitted | undefined;
}

/** Interval of the notes about dropped lines. */
const secondsBetweenNotes = 60;

/**
 * Drops the middle of a log that exceeds its limit. The first half of the limit passes unchanged, the newest
 * lines are buffered in the second half until the end, and the lines in between are counted.
 */
export class MiddleCut {
  private readonly maxBytes: number;
  private headBytes = 0;
  private tail: LogTail | undefined;
  private notedAt = 0;
  private readonly omitted: Omitted = { lines: 0, bytes: 0 };

  /** @param from state at which an earlier runner ended, which has lost the lines that it buffered */
  constructor(maxBytes: number, from: CutState = { headBytes: 0 }) {
    this.maxBytes = maxBytes;
    this.headBytes = from.headBytes;
    if (!from.left) return;
    this.omitted = { ...from.left };
    this.tail = new LogTail(maxBytes / 2);
    this.tail.droppedLines = from.left.lines;
    this.tail.droppedBytes = from.left.bytes;
  }

  get state(): CutState {
    const { headBytes, tail, omitted } = this;
    return tail ? { headBytes, left: { ...omitted } } : { headBytes };
  }

  /** Returns the lines to send now, with notes about dropped lines. */
  take(texts: readonly string[], time: number): string[] {
    const headCount = this.tail ? 0 : this.countHead(texts);
    const head = texts.slice(0, headCount);
    if (headCount === texts.length) return head;
    return [...head, ...this.buffer(texts.slice(headCount), time)];
  }

  /** Returns the buffered lines, grouped by time. */
  *end(time: number): Generator<{ time: number; texts: string[] }> {
    if (!this.tail) return;
    if (this.tail.droppedLines > 0) {
      yield { time, texts: [`${describeDropped(this.tail)} left out here.\n`] };
    }
    yield* this.tail.take();
  }

  private countHead(texts: readonly string[]): number {
    for (const [index, text] of texts.entries()) {
      const bytes = this.headBytes + Buffer.byteLength(text);
      if (bytes > this.maxBytes / 2) return index;
      this.headBytes = bytes;
    }
    return texts.length;
  }

  private buffer(texts: readonly string[], time: number): string[] {
    const notes: string[] = [];
    if (!this.tail) {
      this.tail = new LogTail(this.maxBytes / 2);
      this.notedAt = time;
      notes.push(...beginningNotes(this.maxBytes));
    }
    for (const text of texts) {
      this.tail.push(text, time);
      this.omitted.lines++;
      this.omitted.bytes += Buffer.byteLength(text);
    }
    if (this.tail.droppedLines > 0 && time >= this.notedAt + secondsBetweenNotes) {
      this.notedAt = time;
      notes.push(`${describeDropped(this.tail)} left out so far.\n`);
    }
    return notes;
  }
}

function beginningNotes(maxBytes: number): string[] {
  const half = formatSize(maxBytes / 2);
  return [
    `This log exceeds ${formatSize(maxBytes)}. Its first ${half} end here.\n`,
    `Its last ${half} follow when the step ends.\n`,
  ];
}

function describeDropped({ droppedLines, droppedBytes }: LogTail): string {
  const size = formatSize(droppedBytes);
  return droppedLines === 1 ? `1 line (${size}) was` : `${droppedLines} lines (${size}) were`;
}
