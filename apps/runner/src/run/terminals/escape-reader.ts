type Place = 'text' | 'escape' | 'sequence' | 'string' | 'end of string';

const escapeChar = '\u001b';
const bell = '\u0007';
/** Characters after the escape that begin a string, such as a title or a link. */
const strings = ']PX^_';

/** Tells the visible characters of a stream from its control characters and escape codes. */
export class EscapeReader {
  private place: Place = 'text';

  /** Reads the next character. Returns true if a terminal shows it. */
  read(char: string): boolean {
    if (char === escapeChar) {
      this.place = this.place === 'string' ? 'end of string' : 'escape';
      return false;
    }
    switch (this.place) {
      case 'text':
        return char >= ' ' && char !== '\u007f';
      case 'escape':
        if (char === '[') this.place = 'sequence';
        else if (strings.includes(char)) this.place = 'string';
        // Between them and the final character are only spaces and punctuation.
        else if (char < ' ' || char >= '0') this.place = 'text';
        return false;
      case 'sequence':
        if (char >= '@') this.place = 'text';
        return false;
      case 'string':
        if (char === bell) this.place = 'text';
        return false;
      case 'end of string':
        this.place = char === '\\' ? 'text' : 'string';
        return false;
    }
  }
}
