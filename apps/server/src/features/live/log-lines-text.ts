import type { Line } from '@millrace/contract/api';
import { splitEntry } from '@millrace/contract/log-lines';
import { readTerminalText, withoutLineBreak } from '@millrace/contract/terminal-text';

/** How the lines of a log are written. */
export interface TextForm {
  /** Start of the step in Unix seconds, to begin each line with its time; undefined for lines without times. */
  startSec: number | undefined;
  /** Whether colours and other control characters stay. */
  keepsColors: boolean;
}

/** A written line, with its number from 0. */
export interface TextLine {
  line: number;
  text: string;
}

/** Joins the entries of a log, in their order, to written lines. */
export class LineWriter {
  private readonly form: TextForm;
  /** Line that may continue in the next entry. */
  private open: { line: number; out: string; time: number } | undefined;

  constructor(form: TextForm) {
    this.form = form;
  }

  /** Returns the lines that are whole after an entry. */
  add(entry: Line): TextLine[] {
    const whole: TextLine[] = [];
    for (const { line, out } of splitEntry(entry)) {
      if (this.open?.line !== line) whole.push(...this.end());
      this.open = { time: entry.time, ...this.open, line, out: (this.open?.out ?? '') + out };
      // An entry without a number is a whole line.
      if (entry.line === undefined || out.endsWith('\n')) whole.push(...this.end());
    }
    return whole;
  }

  /** Returns the last line if it has no line break. */
  end(): TextLine[] {
    const { open, form } = this;
    this.open = undefined;
    if (!open || (open.out === '' && open.line > 0)) return [];
    const shown = form.keepsColors ? withoutLineBreak(open.out) : readTerminalText(open.out);
    const time = form.startSec === undefined ? '' : `${isoTime(form.startSec + open.time)} `;
    return [{ line: open.line, text: `${time}${shown}\n` }];
  }
}

/** `2026-11-29T17:04:09Z`. */
function isoTime(sec: number): string {
  return new Date(sec * 1000).toISOString().replace('.000Z', 'Z');
}
