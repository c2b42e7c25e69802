import type { CSSProperties } from 'react';
import type { Style } from './ansi-style.ts';
import { mix, neutralOn, readableOn } from './contrast.ts';
import {
  backgroundColors,
  neutralColors,
  surface,
  type Themed,
  text,
  textColors,
} from './terminal-palette.ts';

/** Minimum contrast of WCAG 2.2 AA. */
const minContrast = 4.5;
/** Higher, because hovered and linked rows have a tinted background. */
const minSurfaceContrast = 5;
const dimShare = 0.3;

type Theme = keyof Themed<string>;
type Colored = Pick<Style, 'color' | 'background' | 'inverse' | 'dim'>;
type CssColors = { color: string | undefined; background: string | undefined };

/** Cache: logs have few colour combinations, but a page has thousands of styled segments. */
const cache = new Map<string, CssColors>();
const maxCached = 2000;

export function styleToCss(style: Style): CSSProperties | undefined {
  if (Object.keys(style).length === 0) return undefined;
  const lines = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean);
  return {
    ...cachedColors(style),
    fontWeight: style.bold ? 700 : undefined,
    fontStyle: style.italic ? 'italic' : undefined,
    textDecoration: lines.join(' ') || undefined,
  };
}

/** Removes colours, for text on the highlight colour of a match. */
export function withoutColors({ color, background, inverse, dim, ...style }: Style): Style {
  return style;
}

function cachedColors(style: Colored): CssColors {
  const key = `${style.color}/${style.background}/${style.inverse}/${style.dim}`;
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= maxCached) cache.clear();
  const light = computeColors(style, 'light');
  const dark = computeColors(style, 'dark');
  const both = {
    color: lightDark(light.color, dark.color),
    background: lightDark(light.background, dark.background),
  };
  cache.set(key, both);
  return both;
}

function lightDark(light: string | undefined, dark: string | undefined): string | undefined {
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}

/** Returns the colours of a style in a theme, with a readable contrast. */
function computeColors({ color, background, inverse, dim }: Colored, theme: Theme): CssColors {
  const backdrop = background === undefined ? undefined : backgroundOf(background);
  const foreground = color === undefined ? undefined : textOf(color, theme);
  const [own, fill] = inverse
    ? [backdrop ?? surface[theme], foreground ?? text[theme]]
    : [backdrop && isNeutral(color) ? textOn(backdrop, color) : foreground, backdrop];
  if (own === undefined && !dim) return { color: undefined, background: fill };
  const under = fill ?? surface[theme];
  const shown = own ?? text[theme];
  const dimmed = dim ? mix(shown, under, dimShare) : shown;
  const least = fill === undefined ? minSurfaceContrast : minContrast;
  return { color: readableOn(under, dimmed, least), background: fill };
}

function textOf(color: number | string, theme: Theme): string {
  return typeof color === 'string' ? color : (textColors[color]?.[theme] ?? text[theme]);
}

function backgroundOf(color: number | string): string {
  return typeof color === 'string' ? color : (backgroundColors[color] ?? surface.dark);
}

function isNeutral(color: Style['color']): boolean {
  return color === undefined || (typeof color === 'number' && neutralColors.has(color));
}

/** Returns a readable black, white or grey for text without a colour of its own or with a neutral one. */
function textOn(background: string, color: Style['color']): string {
  const own = typeof color === 'number' ? backgroundOf(color) : neutralOn(background);
  return readableOn(background, own, minContrast) === own ? own : neutralOn(background);
}
