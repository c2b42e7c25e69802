/** Text of a row of a terminal, and the style number of each code unit. */
export interface PrintedRow {
  text: string;
  styles: Uint32Array;
}

/** Reads a control sequence, and returns the number of the style of the text after it. */
type ReadStyle = (match: RegExpExecArray) => number;

/**
 * Prints a line of output in a row of a terminal, with text that overwrites earlier text.
 * Blanks have the style 0.
 * @param controls Matches control sequences. Captures the parameters and the final character of CSI sequences.
 */
export function printRow(
  text: string,
  controls: RegExp,
  startStyle = 0,
  readStyle?: ReadStyle,
): PrintedRow {
  const row = new TerminalRow(text.length);
  let style = startStyle;
  let from = 0;
  for (const match of text.matchAll(controls)) {
    row.write(text, from, match.index, style);
    const [control, parameters = '', command] = match;
    from = match.index + control.length;
    if (control === '\r') row.moveTo(0);
    else if (control === '\b') row.moveBy(-1);
    else if (command !== undefined) row.control(command, parameters);
    style = readStyle?.(match) ?? style;
  }
  row.write(text, from, text.length, style);
  return row.print();
}

const space = 32;
const tab = 9;
const tabWidth = 8;
/** Second cell of a character that is two columns wide. */
const continuation = 0;
/** Column where moves to the right end, beyond the text. Real terminals are not wider. */
const maxMoveColumn = 500;
/** Characters of one code unit that are two columns wide. Those of two code units have a cell for each. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const firstWide = 0x1100;

/** Cells of a row, of one code unit each. */
class TerminalRow {
  private units: Uint16Array<ArrayBuffer>;
  private styles: Uint32Array<ArrayBuffer>;
  private at = 0;
  private end = 0;
  /** End of the blank prefix. No part is erased twice, because hostile lines would take minutes otherwise. */
  private blankTo = 0;

  constructor(length: number) {
    this.units = new Uint16Array(length);
    this.styles = new Uint32Array(length);
  }

  write(text: string, from: number, to: number, style: number): void {
    for (let index = from; index < to; index++) {
      const unit = text.charCodeAt(index);
      if (unit === tab) this.moveToTabStop(style);
      else this.put(unit, style);
      if (unit >= firstWide && wide.test(text.charAt(index))) this.put(continuation, style);
    }
  }

  moveBy(columns: number): void {
    this.moveTo(this.at + columns);
  }

  moveTo(column: number): void {
    this.at = Math.max(0, Math.min(column, Math.max(this.end, maxMoveColumn)));
  }

  /** Applies a CSI sequence that moves the cursor in the row or erases a part of it. */
  control(command: string, parameters: string): void {
    const count = Number.parseInt(parameters, 10) || 1;
    if (command === 'C') this.moveBy(count);
    else if (command === 'D') this.moveBy(-count);
    else if (command === 'G') this.moveTo(count - 1);
    else if (command === 'K') this.erase(parameters);
  }

  print(): PrintedRow {
    let length = 0;
    for (let cell = 0; cell < this.end; cell++) {
      const unit = this.units[cell] ?? space;
      if (unit === continuation) continue;
      this.units[length] = unit;
      this.styles[length] = this.styles[cell] ?? 0;
      length++;
    }
    return {
      text: fromUnits(this.units.subarray(0, length)),
      styles: this.styles.slice(0, length),
    };
  }

  private moveToTabStop(style: number): void {
    const stop = this.at + tabWidth - (this.at % tabWidth);
    while (this.at < stop) {
      if (this.at < this.end) this.at++;
      else this.put(space, style);
    }
  }

  private put(unit: number, style: number): void {
    this.reserve(this.at + 1);
    if (this.at > this.end) this.blank(this.end, this.at);
    if (this.isSecondHalf(this.at)) this.units[this.at - 1] = space;
    this.units[this.at] = unit;
    this.styles[this.at] = style;
    this.blankTo = Math.min(this.blankTo, this.at);
    this.at++;
    if (this.isSecondHalf(this.at)) this.units[this.at] = space;
    this.end = Math.max(this.end, this.at);
  }

  private erase(parameters: string): void {
    if (parameters !== '1') {
      if (this.isSecondHalf(this.at)) this.units[this.at - 1] = space;
      this.end = Math.min(this.end, this.at);
    }
    if (parameters !== '1' && parameters !== '2') return;
    const to = Math.min(this.at, this.end);
    if (this.blankTo >= to) return;
    if (this.isSecondHalf(to)) this.units[to] = space;
    this.blank(this.blankTo, to);
    this.blankTo = to;
  }

  private blank(from: number, to: number): void {
    this.units.fill(space, from, to);
    this.styles.fill(0, from, to);
  }

  /** Returns whether a cell is the second half of a character. The other half becomes blank if one is overwritten. */
  private isSecondHalf(cell: number): boolean {
    if (cell >= this.end) return false;
    const unit = this.units[cell] ?? space;
    return unit === continuation || (unit >= 0xdc00 && unit <= 0xdfff);
  }

  private reserve(length: number): void {
    if (length <= this.units.length) return;
    const size = Math.max(length, this.units.length * 2);
    const [units, styles] = [new Uint16Array(size), new Uint32Array(size)];
    units.set(this.units);
    styles.set(this.styles);
    this.units = units;
    this.styles = styles;
  }
}

/** Safe number of arguments for one function call. */
const unitsPerCall = 8192;

function fromUnits(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += unitsPerCall) {
    text += String.fromCharCode(...units.subarray(at, at + unitsPerCall));
  }
  return text;
}
