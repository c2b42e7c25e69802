const opening = '::summary::';
const closing = '::endsummary::';
/** Longer ones the server does not take: no more is kept than shows that. */
const maxLength = 1024 * 1024;

/** What a step prints between two lines that say so, as its summary; the lines stay in the log. */
export class PrintedSummary {
  private lines: string[] | undefined;
  private length = 0;
  private newest: string | undefined;

  /** The last one that the step printed. */
  get text(): string | undefined {
    return this.newest;
  }

  /** Looks at a line of the log, without its secrets. */
  see(line: string): void {
    const mark = line.trim();
    if (mark === opening) {
      this.lines = [];
      this.length = 0;
    } else if (!this.lines) return;
    else if (mark === closing) {
      this.newest = this.lines.join('');
      this.lines = undefined;
    } else if (this.length <= maxLength) {
      this.lines.push(line);
      this.length += line.length;
    }
  }
}
