const opening = '::summary::';
const closing = '::endsummary::';
/** Maximum length to collect: above the limit of the server, so that it rejects a longer summary. */
const maxLength = 1024 * 1024;

/** Collects the text between two marker lines of a step as its summary; the lines also remain in the log. */
export class PrintedSummary {
  private lines: string[] | undefined;
  private length = 0;
  private newest: string | undefined;

  /** Most recent summary that the step printed. */
  get text(): string | undefined {
    return this.newest;
  }

  /** Reads a masked line of the log. */
  read(line: string): void {
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
