/**
 * Lines with the same time, encoded as UTF-8, because a million short strings would take many times the
 * memory.
 */
interface Segment {
  time: number;
  text: Buffer;
  lineCount: number;
}

const maxSegmentBytes = 64 * 1024;

/** Stores the newest lines within a limit, and counts the dropped ones. */
export class LogTail {
  droppedLines = 0;
  droppedBytes = 0;
  private readonly maxBytes: number;
  private readonly segmentBytes: number;
  private readonly segments: Segment[] = [];
  private bytes = 0;
  private open = { time: 0, texts: [] as string[], bytes: 0 };

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
    this.segmentBytes = Math.min(maxSegmentBytes, maxBytes / 8);
  }

  push(text: string, time: number): void {
    const bytes = Buffer.byteLength(text);
    const { open } = this;
    if (open.time !== time || open.bytes + bytes > this.segmentBytes) this.close();
    this.open.time = time;
    this.open.texts.push(text);
    this.open.bytes += bytes;
    this.bytes += bytes;
    while (this.bytes > this.maxBytes && this.segments.length > 0) this.dropOldest();
  }

  /** Removes and returns the remaining lines, oldest first, grouped by time. */
  *take(): Generator<{ time: number; texts: string[] }> {
    this.close();
    for (let next = this.segments.shift(); next; next = this.segments.shift()) {
      yield { time: next.time, texts: next.text.toString().split(/(?<=\n)/) };
    }
  }

  private close(): void {
    const { time, texts } = this.open;
    if (texts.length > 0) {
      this.segments.push({ time, text: Buffer.from(texts.join('')), lineCount: texts.length });
    }
    this.open = { time: 0, texts: [], bytes: 0 };
  }

  private dropOldest(): void {
    const oldest = this.segments.shift();
    if (!oldest) return;
    this.bytes -= oldest.text.length;
    this.droppedBytes += oldest.text.length;
    this.droppedLines += oldest.lineCount;
  }
}
