/** Beginning of a line that was truncated. */
interface CutLine {
  beginning: string;
  droppedBytes: number;
}

/** A line with its line break, or a truncated line. */
export type SplitLine = string | CutLine;

/** Maximum number of pieces of a line before they are joined; few joins keep tiny chunks cheap. */
const maxPieces = 4096;
const lineBreakByte = 0x0a;

/** Splits a stream of UTF-8 bytes into lines, each with its line break. */
export class LineSplitter {
  private readonly maxChars: number;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private pieces: string[] = [];
  private chars = 0;
  private droppedBytes = 0;
  private pending = 0;

  /** @param maxChars maximum length of a line, unlimited by default */
  constructor(maxChars = Number.POSITIVE_INFINITY) {
    this.maxChars = maxChars;
  }

  /** Number of bytes after the last line break. */
  get pendingBytes(): number {
    return this.pending;
  }

  push(chunk: Uint8Array): SplitLine[] {
    const lineBreak = chunk.lastIndexOf(lineBreakByte);
    this.pending = lineBreak < 0 ? this.pending + chunk.length : chunk.length - lineBreak - 1;
    return this.split(this.decoder.decode(chunk, { stream: true }));
  }

  /** Returns the last line, if the stream did not end with a line break. */
  end(): SplitLine[] {
    this.pending = 0;
    const lines = this.split(this.decoder.decode());
    return this.chars === 0 ? lines : [...lines, this.takeLine('')];
  }

  private split(text: string): SplitLine[] {
    const lines: SplitLine[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.append(text.slice(start, end));
      lines.push(this.takeLine('\n'));
      start = end + 1;
    }
    this.append(text.slice(start));
    return lines;
  }

  private append(piece: string): void {
    const room = this.maxChars - this.chars;
    const head = piece.slice(0, room);
    if (head.length < piece.length) this.droppedBytes += Buffer.byteLength(piece.slice(room));
    this.chars += head.length;
    if (head !== '') this.pieces.push(head);
    if (this.pieces.length > maxPieces) this.pieces = [this.pieces.join('')];
  }

  private takeLine(lineBreak: string): SplitLine {
    const text = this.pieces.join('');
    const { droppedBytes } = this;
    this.pieces = [];
    this.chars = 0;
    this.droppedBytes = 0;
    if (droppedBytes === 0) return text + lineBreak;
    return { beginning: text.toWellFormed(), droppedBytes };
  }
}
