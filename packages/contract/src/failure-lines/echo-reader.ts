/** Number of lines after which an unclosed quote is ignored: it may be an apostrophe in a shell comment. */
const maxQuoteLines = 100;
const maxDocumentLines = 2000;

interface HereDocument {
  /** Delimiter line. */
  end: string;
  /** Whether tabs before the delimiter are ignored, as for `<<-`. */
  isIndented: boolean;
}

/**
 * Distinguishes echoed commands from output. Runners and `set -x` echo commands after `+ `; quotes and
 * here-documents can continue a command on further lines. Lines must be passed in order.
 */
export class EchoReader {
  private quote = '';
  private documents: HereDocument[] = [];
  private lines = 0;

  isEcho(text: string): boolean {
    const command = readCommand(text);
    if (command !== undefined) {
      this.leave();
      this.readCommand(command);
      return true;
    }
    if (this.quote === '' && this.documents.length === 0) return false;
    this.lines += 1;
    if (this.quote !== '') this.readCommand(text);
    else this.readDocument(text);
    if (this.lines >= (this.quote === '' ? maxDocumentLines : maxQuoteLines)) this.leave();
    return true;
  }

  copy(): EchoReader {
    const copy = Object.assign(new EchoReader(), this);
    copy.documents = [...this.documents];
    return copy;
  }

  /** Ends the command: the next line is output unless it starts another command. */
  leave(): void {
    this.quote = '';
    this.documents = [];
    this.lines = 0;
  }

  private readDocument(text: string): void {
    const [document] = this.documents;
    const line = document?.isIndented ? text.replace(/^\t+/, '') : text;
    if (line.trimEnd() === document?.end) this.documents.shift();
  }

  private readCommand(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const char = text[at] ?? '';
      if (this.quote !== '') {
        if (char === '\\' && this.quote === '"') at += 1;
        else if (char === this.quote) this.quote = '';
      } else if (char === '\\') at += 1;
      else if (char === "'" || char === '"') this.quote = char;
      else if (char === '#' && /^$|\s/.test(text[at - 1] ?? '')) return;
      else if (char === '<') {
        const [all = '', dash, , end] = hereDocument.exec(text.slice(at)) ?? [];
        if (end) this.documents.push({ end, isIndented: dash === '-' });
        at += Math.max(0, all.length - 1);
      }
    }
  }
}

/** Returns the command that a line echoes, or its first line; undefined if the line starts no command. */
export function readCommand(text: string): string | undefined {
  return text.startsWith('+ ') ? text.slice(2) : undefined;
}

/** Matches `<<EOF`, `<<-EOF` and `<< 'EOF'`. Of a here-string, it matches only `<<<`. */
const hereDocument = /^<<<|^<<(-?)\s*(['"\\]?)([\w.-]+)\2?/;
