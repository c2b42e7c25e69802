import { expect } from 'vitest';
import { contrastOf } from '../features/console/contrast.ts';
import { styleToCss } from '../features/console/style-to-css.ts';
import { readTerminalLine } from '../features/console/terminal-line.ts';
import { surface, text } from '../features/console/terminal-palette.ts';

const themes = ['light', 'dark'] as const;

/** Resolves a CSS colour for a theme; `inherited` if it is undefined. */
export function inTheme(value: unknown, theme: 'light' | 'dark', inherited: string): string {
  const [, light, dark] = /^light-dark\((.*), (.*)\)$/.exec(String(value)) ?? [];
  return { light, dark }[theme] ?? (value === undefined ? inherited : String(value));
}

const codes = [
  ...Array.from({ length: 256 }, (_, index) => `5;${index}`),
  '2;255;255;0',
  '2;255;255;255',
  '2;0;0;0',
  '2;127;127;127',
  '2;0;0;255',
];
export const foregrounds = [
  '39',
  ...codes.map((code) => `38;${code}`),
  ...codes.map((code) => `2;38;${code}`),
];
export const backgrounds = [
  '49',
  '7',
  '40',
  '41',
  '43',
  '47',
  '107',
  ...codes.map((code) => `48;${code}`),
];

/** Expects a readable contrast of text in these colours, in both themes. */
export function expectReadable(foreground: string, background: string): void {
  const out = `\u001b[${background};${foreground}mx`;
  const css = styleToCss(readTerminalLine(out, {}).segments[0]?.style ?? {}) ?? {};
  for (const theme of themes) {
    const behind = inTheme(css.background, theme, surface[theme]);
    const color = inTheme(css.color, theme, text[theme]);
    const contrast = contrastOf(color, behind);
    if (contrast < 4.5) expect([foreground, background, theme, color, behind]).toEqual([]);
  }
}
