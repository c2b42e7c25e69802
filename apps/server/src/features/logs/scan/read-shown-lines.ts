import { readTerminalText } from '@millrace/contract/terminal-text';

/** A line as displayed in a terminal. */
export interface ShownLine {
  pos: number;
  text: string;
}

const outStart = '"out":"';
const outEnd = '","time":';

/** Escape sequence of a color in JSON, unless its backslash is itself escaped. */
const colourStart = '\\u001b[';
const colour = /\\u001b\[[\d;]*m/g;
/** Escapes and characters that make the displayed text differ from the text in JSON. */
const control = /\\(?:u00|[bfr])|[\u007f\u202a-\u202e\u2066-\u2069]/;

/**
 * Returns a block without its colors. Returns undefined if lines contain, or may contain, other control
 * characters.
 */
export function readPlainBlock(block: string): string | undefined {
  const isColoured = block.includes(colourStart) && !block.includes(`\\${colourStart}`);
  const plain = isColoured ? block.replace(colour, '') : block;
  return control.test(plain) ? undefined : plain;
}

/** Yields the lines of a block's text. */
export function* readShownLines(text: string): Generator<ShownLine> {
  const block = readPlainBlock(text) ?? text;
  for (let start = 0; start < block.length; ) {
    const end = block.indexOf('\n', start);
    yield readShownLine(block.slice(start, end));
    start = end + 1;
  }
}

/**
 * Parses a line written by {@link toJson}. Most lines contain no escape except their line break, and are read
 * without `JSON.parse`.
 */
export function readShownLine(json: string): ShownLine {
  const start = json.indexOf(outStart) + outStart.length;
  const end = json.lastIndexOf(outEnd);
  const textEnd = json.startsWith('\\n', end - 2) ? end - 2 : end;
  const firstEscape = json.indexOf('\\', start);
  if (firstEscape >= 0 && firstEscape < textEnd) {
    const { pos, out }: { pos: number; out: string } = JSON.parse(json);
    return { pos, text: readTerminalText(out) };
  }
  const pos = Number.parseInt(json.slice('{"pos":'.length), 10);
  return { pos, text: readTerminalText(json.slice(start, textEnd)) };
}
