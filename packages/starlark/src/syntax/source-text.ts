import { type Position, StarlarkError } from '../errors.ts';

/** A file's text with what is needed to say where in it something stands. */
export class SourceText {
  readonly filename: string;
  readonly text: string;
  private readonly lineStarts: number[] = [0];

  constructor(text: string, filename: string) {
    this.filename = filename;
    this.text = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1))
      this.lineStarts.push(at + 1);
  }

  position(offset: number): Position {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 };
  }

  fail(message: string, offset: number): never {
    throw this.errorAt(message, this.position(offset));
  }

  errorAt(message: string, at: Position): StarlarkError {
    return new StarlarkError(message, {
      filename: this.filename,
      line: at.line,
      column: at.column,
    });
  }
}
