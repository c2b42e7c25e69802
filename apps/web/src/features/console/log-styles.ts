import type { Line } from '@millrace/contract/api';
import { plain, type Style } from './ansi-style.ts';
import { readTerminalLine, type Segment, scanStyle } from './terminal-line.ts';

/** Knows the style that each line starts with: colours carry over from line to line. */
export class LogStyles {
  private lines: readonly Line[] = [];
  private readonly starts: Style[] = [plain];
  private readonly parsed = new WeakMap<Line, { start: Style; segments: Segment[] }>();

  /** Takes a newer state of the log; only what was added or changed is read. */
  update(lines: readonly Line[]): void {
    const known = this.lines.length;
    const isExtended = known > 0 && lines[known - 1] === this.lines[known - 1];
    if (!isExtended) this.starts.length = 1;
    this.lines = lines;
    for (let index = this.starts.length - 1; index < lines.length; index++) {
      this.starts.push(scanStyle(lines[index]?.out ?? '', this.starts[index] ?? plain));
    }
  }

  startOf(index: number): Style {
    return this.starts[index] ?? plain;
  }

  segmentsOf(line: Line, index: number): Segment[] {
    const start = this.startOf(index);
    const known = this.parsed.get(line);
    if (known?.start === start) return known.segments;
    const { segments } = readTerminalLine(line.out, start);
    this.parsed.set(line, { start, segments });
    return segments;
  }
}
