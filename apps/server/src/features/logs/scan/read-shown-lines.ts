import { readTerminalText } from '@millrace/contract/terminal-text';

/** A line as a terminal shows it. */
export interface ShownLine {
  pos: number;
  text: string;
}

const outStart = '"out":"';
const outEnd = '","time":';

/** Colours as they stand in JSON, where they are not the text of one. */
const colourStart = '\\u001b[';
const colour = /\\u001b\[[\d;]*m/g;
/** Characters that make the shown text differ from the text in the JSON. */
const control = /\\(?:u00|[bfr])|\u007f/;

/** The block without its colours; undefined where some lines have other controls, or seem to. */
export function readPlainBlock(block: string): string | undefined {
  const isColoured = block.includes(colourStart) && !block.includes(`\\${colourStart}`);
  const plain = isColoured ? block.replace(colour, '') : block;
  return control.test(plain) ? undefined : plain;
}

/** The lines of a block's text. */
export function* readShownLines(text: string): Generator<ShownLine> {
  const block = readPlainBlock(text) ?? text;
  for (let start = 0; start < block.length; ) {
    const end = block.indexOf('\n', start);
    yield readShownLine(block.slice(start, end));
    start = end + 1;
  }
}

/** A line of what {@link toJson} writes; most have nothing to be unescaped but their line break. */
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
