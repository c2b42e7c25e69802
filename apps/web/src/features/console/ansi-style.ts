import { toHex } from './contrast.ts';

/** Index of one of the 16 theme colours, or an RGB colour such as `#ff8700`. */
type Color = number | string;

/** Style of a segment of terminal text. */
export interface Style {
  color?: Color;
  background?: Color;
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
  inverse?: boolean;
  strike?: boolean;
  /** URL of a hyperlink: http or https. */
  href?: string;
  /** Line of a file of the repository to which the text refers. */
  file?: { path: string; line: number };
}

export const plain: Style = {};

const on: Record<number, keyof Style> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strike',
  21: 'underline',
};
const off: Record<number, (keyof Style)[]> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
  39: ['color'],
  49: ['background'],
};

/**
 * Applies the parameters of an SGR sequence, such as `1;31`, `38;5;208` or `48;2;10;20;30`, also with colons:
 * `38:5:208`, `38:2::10:20:30`, `4:3`. Sequences with a private prefix, such as `>4;2`, are no styles.
 */
export function applySgr(style: Style, parameters: string): Style {
  if (/^[<=>?]/.test(parameters)) return style;
  const codes = parameters.split(';');
  let next = style;
  for (let at = 0; at < codes.length; at++) {
    const [code = 0, ...parts] = (codes[at] ?? '').split(':').map(Number);
    if (code === 38 || code === 48 || code === 58) {
      const isJoined = parts.length > 0;
      const { color, used } = extendedColor(
        isJoined ? withoutSpace(parts) : codes.slice(at + 1, at + 5).map(Number),
      );
      if (!isJoined) at += used;
      const name = colorNames[code];
      if (color !== undefined && name) next = { ...next, [name]: color };
    } else if (code === 4 && parts[0] === 0) next = applyCode(next, 24);
    else next = applyCode(next, code);
  }
  return next;
}

/** The colour of an underline (58) is read but not shown. */
const colorNames: Record<number, 'color' | 'background'> = { 38: 'color', 48: 'background' };

/** Removes the colour space, which is optional between colons: `2::r:g:b`. */
function withoutSpace(parts: number[]): number[] {
  return parts[0] === 2 && parts.length > 4 ? parts.toSpliced(1, 1) : parts;
}

function applyCode(style: Style, code: number): Style {
  // A reset does not end a hyperlink. Only its own sequence does.
  if (code === 0) return style.href === undefined ? plain : { href: style.href };
  const flag = on[code];
  if (flag) return { ...style, [flag]: true };
  const cleared = off[code];
  if (cleared) {
    const next = { ...style };
    for (const name of cleared) delete next[name];
    return next;
  }
  if (code >= 30 && code <= 37) return { ...style, color: code - 30 };
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code >= 90 && code <= 97) return { ...style, color: code - 82 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 92 };
  return style;
}

/** Reads the parameters after 38, 48 or 58. Returns the number of those that belong to the colour. */
function extendedColor(codes: number[]): { color?: Color; used: number } {
  const [kind, index = -1] = codes;
  if (kind === 5) return isByte(index) ? { color: paletteColor(index), used: 2 } : { used: 2 };
  if (kind !== 2) return { used: 1 };
  const parts = codes.slice(1, 4);
  const isColor = parts.length === 3 && parts.every(isByte);
  return isColor ? { color: toHex(parts), used: 4 } : { used: 4 };
}

/**
 * Converts an index of the 256-colour palette. The first 16 depend on the theme; a cube of 6 × 6 × 6 and 24
 * greys follow.
 */
function paletteColor(index: number): Color {
  if (index < 16) return index;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return toHex([grey, grey, grey]);
  }
  const level = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  const parts = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return toHex(parts.map(level));
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 255;
}

/** Applies a hyperlink sequence, `8;parameters;url`. An empty URL ends the link. */
export function applyLink(style: Style, sequence: string): Style {
  const match = /^8;[^;]*;(.*)$/s.exec(sequence);
  if (!match) return style;
  const { href: _, ...rest } = style;
  const address = match[1] ?? '';
  return isWebAddress(address) ? { ...rest, href: address } : rest;
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}
