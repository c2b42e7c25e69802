const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

/**
 * Matches CSI sequences and OSC strings (captured), other strings, short escapes, CR and other control
 * characters.
 */
export const terminalControls = new RegExp(
  [
    `${esc}\\[([0-9:;<=>?]*)[ -/]*([@-~])`,
    `${esc}\\]([^${bell}${esc}]*)(?:${bell}|${esc}\\\\)?`,
    `${esc}[PX^_][^${bell}${esc}]*(?:${bell}|${esc}\\\\)?`,
    `${esc}[ -/]*[0-~]?`,
    `[${controlRange(0, 8)}${controlRange(11, 31)}${controlRange(127, 127)}]`,
  ].join('|'),
  'g',
);
const anyControl = new RegExp(
  `[${controlRange(0, 8)}${controlRange(11, 31)}${controlRange(127, 127)}]`,
);
/**
 * Matches control characters that move the cursor back in the line: a carriage return, or an erase sequence.
 */
const goesBack = new RegExp(`\\r|${esc}\\[[0-9:;<=>?]*[ -/]*[GK]`);

/** Returns the text that a terminal shows for one line of output, without colours and overwritten text. */
export function readTerminalText(out: string): string {
  const text = withoutLineBreak(out);
  if (!anyControl.test(text)) return text;
  if (!goesBack.test(text)) return text.replace(terminalControls, '');
  return overwrite(text);
}

/** True if a CSI sequence moves the cursor to the first column, as a carriage return does. */
export function isLineStart(command: string | undefined, parameters = ''): boolean {
  return command === 'G' && (parameters === '' || parameters === '0' || parameters === '1');
}

/** Removes the line break of any system from a line of output. */
export function withoutLineBreak(out: string): string {
  if (!out.endsWith('\n')) return out;
  let end = out.length - 1;
  while (out[end - 1] === '\r') end--;
  return out.slice(0, end);
}

const space = 32;

function overwrite(text: string): string {
  const units = new Uint16Array(text.length);
  let at = 0;
  let end = 0;
  let from = 0;
  /** End of the blank prefix. No part is erased twice, because hostile lines would take minutes otherwise. */
  let blankTo = 0;
  const write = (to: number) => {
    if (from < to) blankTo = Math.min(blankTo, at);
    for (; from < to; from++) units[at++] = text.charCodeAt(from);
    end = Math.max(end, at);
  };
  for (const match of text.matchAll(terminalControls)) {
    write(match.index);
    const [control, parameters, command] = match;
    from += control.length;
    if (control === '\r' || isLineStart(command, parameters)) at = 0;
    else if (command === 'K') {
      if (parameters !== '1') end = at;
      if ((parameters === '1' || parameters === '2') && blankTo < at) {
        units.fill(space, blankTo, at);
        blankTo = at;
      }
    }
  }
  write(text.length);
  return fromUnits(units.subarray(0, end));
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

function controlRange(from: number, to: number): string {
  return `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;
}
