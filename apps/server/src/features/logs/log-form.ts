/** How the lines of a log become a body: each line is JSON and ends with a line break. */
export interface LogForm {
  name: string;
  /** Before the first line, between parts, and after the last line. */
  open: string;
  between: string;
  close: string;
  /** The text of a part, whole lines, with what stands before it; it may be changed in place. */
  write(lead: string, text: Buffer): Buffer;
}

const newline = 0x0a;
const comma = 0x2c;

/** One JSON array. */
export const arrayForm: LogForm = {
  name: 'array',
  open: '[',
  between: ',',
  close: ']',
  // JSON itself has no line break that is not escaped. The last one makes room for the lead.
  write(lead, text) {
    for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) {
      text[at] = comma;
    }
    text.copyWithin(1, 0, text.length - 1);
    text.write(lead, 0, 'latin1');
    return text;
  },
};

/** The lines as they are stored. */
export const linesForm: LogForm = {
  name: 'lines',
  open: '',
  between: '',
  close: '',
  write: (_lead, text) => text,
};
