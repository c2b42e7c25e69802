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
}

export const plain: Style = {};

const on: Record<number, keyof Style> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strike',
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

/** Applies the parameters of an SGR sequence, such as `1;31`, `38;5;208` or `48;2;10;20;30`. */
export function applySgr(style: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = style;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = extendedColor(codes, at + 1);
      at += used;
      if (color !== undefined) next = { ...next, [code === 38 ? 'color' : 'background']: color };
    } else next = applyCode(next, code);
  }
  return next;
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

function extendedColor(codes: number[], at: number): { color?: Color; used: number } {
  if (codes[at] === 5) {
    const index = codes[at + 1] ?? -1;
    return isByte(index) ? { color: paletteColor(index), used: 2 } : { used: 2 };
  }
  if (codes[at] === 2) {
    const parts = codes.slice(at + 1, at + 4);
    const isColor = parts.length === 3 && parts.every(isByte);
    return isColor ? { color: toHex(parts), used: 4 } : { used: 4 };
  }
  return { used: 1 };
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

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}
