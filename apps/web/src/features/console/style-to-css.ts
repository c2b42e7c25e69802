import type { CSSProperties } from 'react';
import type { Style } from './ansi-style.ts';

const paletteBackground = /^var\(--term-bg-(\d+)\)$/;
/** Neutral text colours, which programs choose to stand out on a colour: black, white and greys. */
const neutralText = /^var\(--term-(0|7|8|15)\)$/;

export function styleToCss(style: Style): CSSProperties | undefined {
  if (Object.keys(style).length === 0) return undefined;
  const [color, background] = style.inverse
    ? [style.background ?? 'var(--term-surface)', style.color ?? 'var(--term-text)']
    : [textOn(style.background, style.color), style.background];
  const lines = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean);
  return {
    color,
    background,
    fontWeight: style.bold ? 700 : undefined,
    opacity: style.dim ? 0.75 : undefined,
    fontStyle: style.italic ? 'italic' : undefined,
    textDecoration: lines.join(' ') || undefined,
  };
}

/** For text on a colour of the interface's own: that of a match in a search. */
export function withoutColors({ color, background, inverse, dim, ...style }: Style): Style {
  return style;
}

/** Plain text on a coloured background takes whichever of black and white can be read there. */
function textOn(background: string | undefined, color: string | undefined): string | undefined {
  const index = paletteBackground.exec(background ?? '')?.[1];
  if (index === undefined || (color && !neutralText.test(color))) return color;
  return index === '7' || index === '15' ? 'var(--term-on-light)' : 'var(--term-on-deep)';
}
