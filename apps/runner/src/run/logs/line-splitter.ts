/** Cuts a stream of UTF-8 bytes into lines, each with its line break. Lines may be of any length. */
export class LineSplitter {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private unfinished: string[] = [];

  push(chunk: Uint8Array): string[] {
    return this.split(this.decoder.decode(chunk, { stream: true }));
  }

  /** The last line, if the stream did not end with a line break. */
  end(): string[] {
    const lines = this.split(this.decoder.decode());
    const rest = this.unfinished.join('');
    this.unfinished = [];
    return rest === '' ? lines : [...lines, rest];
  }

  private split(text: string): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.unfinished.push(text.slice(start, end + 1));
      lines.push(this.unfinished.join(''));
      this.unfinished = [];
      start = end + 1;
    }
    if (start < text.length) this.unfinished.push(text.slice(start));
    return lines;
  }
}
