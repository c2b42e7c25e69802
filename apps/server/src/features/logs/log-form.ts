/** Format of a response body with log lines. Each stored line is JSON and ends with a line break. */
export interface LogForm {
  name: string;
  /** Text before the first line, between parts, and after the last line. */
  open: string;
  between: string;
  close: string;
  /** Formats a part, which consists of whole lines, with `lead` before it. May change `text` in place. */
  write(lead: string, text: Buffer): Buffer;
}

const newline = 0x0a;
const comma = 0x2c;

/** Formats lines as one JSON array. */
export const arrayForm: LogForm = {
  name: 'array',
  open: '[',
  between: ',',
  close: ']',
  // JSON contains no unescaped line breaks, so each one ends a line. The space of the last one is used for
  // the lead.
  write(lead, text) {
    for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) {
      text[at] = comma;
    }
    text.copyWithin(1, 0, text.length - 1);
    text.write(lead, 0, 'latin1');
    return text;
  },
};

/** Returns lines as they are stored. */
export const linesForm: LogForm = {
  name: 'lines',
  open: '',
  between: '',
  close: '',
  write: (_lead, text) => text,
};
