/** How the lines of a log become a body: each line is JSON and ends with a line break. */
export interface LogForm {
  name: string;
  /** Before the first line, between parts, and after the last line. */
  open: string;
  between: string;
  close: string;
  /** The text of a part with what stands before it; the text is whole lines. */
  write(lead: string, text: Buffer): Buffer;
}

/** One JSON array. */
export const arrayForm: LogForm = {
  name: 'array',
  open: '[',
  between: ',',
  close: ']',
  // JSON itself has no line break that is not escaped. All characters are kept, byte by byte.
  write: (lead, text) =>
    Buffer.from(lead + text.toString('latin1', 0, text.length - 1).replaceAll('\n', ','), 'latin1'),
};

/** The lines as they are stored. */
export const linesForm: LogForm = {
  name: 'lines',
  open: '',
  between: '',
  close: '',
  write: (_lead, text) => text,
};
