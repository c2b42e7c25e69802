import { formatSize } from '@millrace/contract/format-size';

export interface LineLimit {
  maxChars: number;
  /** Makes the beginning of a line ready for the log when its rest is left out. */
  finish(beginning: string): string;
}

/** Enough to keep the joining of tiny chunks cheap. */
const maxPieces = 4096;

/** Cuts a stream of UTF-8 bytes into lines, each with its line break. */
export class LineSplitter {
  private readonly limit: LineLimit | undefined;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private pieces: string[] = [];
  private chars = 0;
  private droppedBytes = 0;

  /** Without a limit a line may be of any length. */
  constructor(limit?: LineLimit) {
    this.limit = limit;
  }

  push(chunk: Uint8Array): string[] {
    return this.split(this.decoder.decode(chunk, { stream: true }));
  }

  /** The last line, if the stream did not end with a line break. */
  end(): string[] {
    const lines = this.split(this.decoder.decode());
    return this.chars === 0 ? lines : [...lines, ...this.takeLine('')];
  }

  private split(text: string): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.hold(text.slice(start, end));
      lines.push(...this.takeLine('\n'));
      start = end + 1;
    }
    this.hold(text.slice(start));
    return lines;
  }

  private hold(piece: string): void {
    const room = (this.limit?.maxChars ?? Number.POSITIVE_INFINITY) - this.chars;
    const kept = piece.slice(0, room);
    if (kept.length < piece.length) this.droppedBytes += Buffer.byteLength(piece.slice(room));
    this.chars += kept.length;
    if (kept !== '') this.pieces.push(kept);
    if (this.pieces.length > maxPieces) this.pieces = [this.pieces.join('')];
  }

  /** With a word on what was left out of it. */
  private takeLine(lineBreak: string): string[] {
    const text = this.pieces.join('');
    const { droppedBytes } = this;
    this.pieces = [];
    this.chars = 0;
    this.droppedBytes = 0;
    if (!this.limit || droppedBytes === 0) return [text + lineBreak];
    const rest = `The rest of this line, ${formatSize(droppedBytes)}, was left out.\n`;
    return [`${this.limit.finish(text.toWellFormed())}\n`, rest];
  }
}
