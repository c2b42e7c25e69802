import { formatSize } from '@millrace/contract/format-size';
import { LogTail } from './log-tail.ts';

/** How often those who watch are told that a step goes on whose lines they do not see. */
const secondsBetweenNotes = 60;

/**
 * Keeps a log within its limit: the first half goes through as it comes; of the rest the newest half
 * is kept until the end. What was between them is counted.
 */
export class MiddleCut {
  private readonly maxBytes: number;
  private headBytes = 0;
  private tail: LogTail | undefined;
  private notedAt = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The lines to send now, with what there is to say about those that are not. */
  take(texts: readonly string[], time: number): string[] {
    const headCount = this.tail ? 0 : this.countHead(texts);
    const head = texts.slice(0, headCount);
    if (headCount === texts.length) return head;
    return [...head, ...this.hold(texts.slice(headCount), time)];
  }

  /** What was kept, those of one time together. */
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

  private hold(texts: readonly string[], time: number): string[] {
    const notes: string[] = [];
    if (!this.tail) {
      this.tail = new LogTail(this.maxBytes / 2);
      this.notedAt = time;
      notes.push(...beginningNotes(this.maxBytes));
    }
    for (const text of texts) this.tail.push(text, time);
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
    `This log is long, and ${formatSize(maxBytes)} of it are kept: its first ${half} end here.\n`,
    `Its last ${half} follow when the step ends.\n`,
  ];
}

function describeDropped({ droppedLines, droppedBytes }: LogTail): string {
  const size = formatSize(droppedBytes);
  return droppedLines === 1 ? `1 line (${size}) was` : `${droppedLines} lines (${size}) were`;
}
