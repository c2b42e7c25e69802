import type { Line } from '@millrace/contract/api';
import { joinLines } from '@millrace/contract/log-lines';
import { toJson } from '../log-block.ts';
import { readBlockText, type ScanBlock } from './scan-block.ts';

/** Matches the line number of the last entry of a block. Without it, no entry of the block has one. */
const lastLineNumber = /,"line":\d+\}\n$/;
const maxNumberLength = 40;

/** Reads the lines of a log, block by block. An unfinished line continues in the next block. */
export class LineReader {
  private unfinished: Line[] = [];
  private hasOnlyPlain = true;

  /** Whether each line read so far has the position of its entry. */
  get isPlain(): boolean {
    return this.hasOnlyPlain;
  }

  /** Yields the text of each block: one line of JSON for each log line. The last batch also ends the last line. */
  *read({ blocks, isLast }: { blocks: readonly ScanBlock[]; isLast: boolean }): Generator<string> {
    for (const block of blocks) {
      const text = readBlockText(block);
      if (lastLineNumber.test(text.slice(-maxNumberLength))) yield this.join(text);
      else yield this.end() + text;
    }
    if (isLast) yield this.end();
  }

  private join(text: string): string {
    this.hasOnlyPlain = false;
    const entries: Line[] = text
      .split('\n')
      .slice(0, -1)
      .map((json) => JSON.parse(json));
    const lines = joinLines(entries, this.unfinished);
    this.unfinished = lines.at(-1)?.out.endsWith('\n') ? [] : lines.splice(-1);
    return writeLines(lines);
  }

  private end(): string {
    const text = writeLines(this.unfinished);
    this.unfinished = [];
    return text;
  }
}

function writeLines(lines: readonly Line[]): string {
  return lines.map((line) => `${toJson(line)}\n`).join('');
}
