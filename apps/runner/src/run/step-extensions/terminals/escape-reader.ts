type State = 'text' | 'escape' | 'sequence' | 'string' | 'end of string';

const escapeChar = '\u001b';
const bell = '\u0007';
/** Characters that cancel any code. */
const cancels = '\u0018\u001a';
/** The same codes as one character. */
const sequenceChar = '\u009b';
const stringChars = '\u0090\u0098\u009d\u009e\u009f';
const endOfStringChar = '\u009c';
const firstOneCharCode = '\u0080';
const lastOneCharCode = '\u009f';
/** Characters after the escape that begin a string, such as a title or a link. */
const strings = ']PX^_';

/** Tells the visible characters of a stream from its control characters and escape codes. */
export class EscapeReader {
  private state: State = 'text';

  /** Reads the next character. Returns true if a terminal shows it. */
  read(char: string): boolean {
    if (char === escapeChar) {
      this.state = this.state === 'string' ? 'end of string' : 'escape';
      return false;
    }
    if (cancels.includes(char)) {
      this.state = 'text';
      return false;
    }
    if (char >= firstOneCharCode && char <= lastOneCharCode) return this.readOneCharCode(char);
    switch (this.state) {
      case 'text':
        return char >= ' ' && char !== '\u007f';
      case 'escape':
        this.state = stateAfterEscape(char);
        return false;
      case 'sequence':
        if (char >= '@') this.state = 'text';
        return false;
      case 'string':
        if (char === bell) this.state = 'text';
        return false;
      case 'end of string':
        // Another escape code ends a string too.
        this.state = char === '\\' ? 'text' : stateAfterEscape(char);
        return false;
    }
  }

  private readOneCharCode(char: string): false {
    if (char === sequenceChar) this.state = 'sequence';
    else if (stringChars.includes(char)) this.state = 'string';
    else if (char === endOfStringChar || this.state !== 'string') this.state = 'text';
    return false;
  }
}

function stateAfterEscape(char: string): State {
  if (char === '[') return 'sequence';
  if (strings.includes(char)) return 'string';
  // Between the escape and the final character are only spaces and punctuation.
  return char < ' ' || char >= '0' ? 'text' : 'escape';
}
