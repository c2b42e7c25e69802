import { type FileStart, listFileStarts } from '../combined-files.ts';

/** Position in a file. Lines and columns count from 1. */
export interface TextPosition {
  /** Path of the file, if the text has several. */
  file?: string;
  line: number;
  column: number;
}

/** Maps positions in a text to line and column, in the file that contains them. */
export class TextPositions {
  private readonly text: string;
  private lineStarts: number[] | undefined;
  private fileStarts: FileStart[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  at(offset: number): TextPosition {
    this.lineStarts ??= findLineStarts(this.text);
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.inFile(low + 1, offset - (this.lineStarts[low] ?? 0) + 1);
  }

  private inFile(line: number, column: number): TextPosition {
    this.fileStarts ??= listFileStarts(this.text);
    const start = this.fileStarts.findLast((each) => each.line < line) ?? this.fileStarts[0];
    if (!start) return { line, column };
    return { file: start.path, line: Math.max(1, line - start.line), column };
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}
