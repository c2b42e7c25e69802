import type { StoredLine } from '../../domain/stored-line.ts';
import { frameOf } from '../../http/event-stream.ts';
import { createByteCache } from '../../shared/byte-cache.ts';
import { leaveQueryScope } from '../../shared/query-scope.ts';

/** Successive lines of a log, encoded for streams. */
export interface LogPiece {
  frame: Buffer;
  /** Position of the last line. */
  last: number;
  /** Size of the frame. */
  length: number;
}

type ReadLines = (stepId: number, pos: number) => Promise<StoredLine[]>;

/** At 15,000 lines a second, a viewer may be this many bytes, about 15 seconds, late before lines are read again. */
const maxBytes = 32 * 1024 * 1024;

/**
 * Pieces of logs that viewers read lately, by the position before them. Each is read and encoded once: viewers that were
 * late together continue at the end of the same piece.
 */
export class LogPieces {
  private readonly readLines: ReadLines;
  private readonly pieces = createByteCache<LogPiece>(maxBytes);
  private readonly reading = new Map<string, Promise<LogPiece | undefined>>();
  private changes = 0;

  constructor(readLines: ReadLines) {
    this.readLines = readLines;
  }

  /**
   * Returns the piece after `pos`; undefined if the log has no more lines yet.
   *
   * @param end position at which other pieces continue, so that this one ends there
   */
  async readAfter(stepId: number, pos: number, end: number): Promise<LogPiece | undefined> {
    const key = keyOf(stepId, pos);
    const known = this.pieces.get(key) ?? this.reading.get(key);
    if (known) return known;
    const reading = leaveQueryScope(() => this.read(stepId, pos, end)).finally(() =>
      this.reading.delete(key),
    );
    this.reading.set(key, reading);
    return reading;
  }

  /** Adds lines that were read for viewers who are not late, and returns their piece. */
  add(stepId: number, pos: number, lines: readonly StoredLine[]): LogPiece {
    const frame = frameOf(lines.map((line) => ({ id: line.pos, data: line.json })));
    const piece = { frame, last: lines.at(-1)?.pos ?? pos, length: frame.length };
    this.pieces.set(keyOf(stepId, pos), piece);
    return piece;
  }

  /** Forgets all pieces, because a log may have been replaced. */
  clear(): void {
    this.changes++;
    this.pieces.clear();
    this.reading.clear();
  }

  private async read(stepId: number, pos: number, end: number): Promise<LogPiece | undefined> {
    const { changes } = this;
    const lines = await this.readLines(stepId, pos);
    if (lines.length === 0) return undefined;
    const isWithin = pos < end && end < (lines.at(-1)?.pos ?? end);
    const piece = this.add(stepId, pos, isWithin ? lines.filter((line) => line.pos <= end) : lines);
    // The log may have been replaced meanwhile.
    if (changes !== this.changes) this.pieces.delete(keyOf(stepId, pos));
    return piece;
  }
}

function keyOf(stepId: number, pos: number): string {
  return `${stepId} ${pos}`;
}
