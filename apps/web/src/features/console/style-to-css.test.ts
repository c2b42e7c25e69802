import { expect, test } from 'vitest';
import type { Style } from './ansi-style.ts';
import { contrastOf } from './contrast.ts';
import { styleToCss, withoutColors } from './style-to-css.ts';
import { readTerminalLine } from './terminal-line.ts';
import { surface, text } from './terminal-palette.ts';

const themes = ['light', 'dark'] as const;

/** Resolves a CSS colour for a theme; `inherited` if it is undefined. */
function inTheme(value: unknown, theme: 'light' | 'dark', inherited: string): string {
  const [, light, dark] = /^light-dark\((.*), (.*)\)$/.exec(String(value)) ?? [];
  return { light, dark }[theme] ?? (value === undefined ? inherited : String(value));
}

const codes = [
  ...Array.from({ length: 256 }, (_, index) => `5;${index}`),
  ...['2;255;255;0', '2;255;255;255', '2;0;0;0', '2;127;127;127', '2;0;0;255'],
];
const foregrounds = [
  '39',
  ...codes.map((code) => `38;${code}`),
  ...codes.map((code) => `2;38;${code}`),
];
const backgrounds = [
  '49',
  '7',
  '40',
  '41',
  '43',
  '47',
  '107',
  ...codes.map((code) => `48;${code}`),
];

test('every colour is readable on every background, in both themes', () => {
  const pairs = foregrounds.flatMap((front) => backgrounds.map((behind) => [front, behind]));
  for (const [foreground, background] of pairs) {
    const out = `\u001b[${background};${foreground}mx`;
    const css = styleToCss(readTerminalLine(out, {}).segments[0]?.style ?? {}) ?? {};
    for (const theme of themes) {
      const behind = inTheme(css.background, theme, surface[theme]);
      const color = inTheme(css.color, theme, text[theme]);
      const contrast = contrastOf(color, behind);
      if (contrast < 4.5) expect([foreground, background, theme, color, behind]).toEqual([]);
    }
  }
});

test.each<[string, Style, string | undefined, string | undefined]>([
  ['a colour', { color: 1 }, 'light-dark(#b3261e, #ff7b72)', undefined],
  ['white on red', { color: 15, background: 1 }, '#ffffff', '#b3261e'],
  ['black on green', { color: 0, background: 2 }, '#ffffff', '#1a7035'],
  ['plain on white', { background: 15 }, '#000000', '#ffffff'],
  ['plain on a true colour', { background: '#010203' }, '#ffffff', '#010203'],
  ['inverse', { inverse: true }, 'light-dark(#fafbfb, #0b0e10)', 'light-dark(#1f272b, #d3dadd)'],
])('%s', (_, style, color, background) => {
  expect(styleToCss(style)).toMatchObject({ color, background });
});

test('yellow keeps its hue when it is darkened for contrast', () => {
  const yellow = inTheme(styleToCss({ color: '#ffff00' })?.color, 'light', '');
  expect(yellow).toMatch(/^#([0-9a-f]{2})\1[01][0-9a-f]$/);
  expect(inTheme(styleToCss({ color: '#ffff00' })?.color, 'dark', '')).toBe('#ffff00');
});

test('unstyled text has no CSS', () => {
  expect(styleToCss({})).toBeUndefined();
});

test('matches have no colours of their own, but keep their weight', () => {
  const style = { color: 1, background: 2, inverse: true, dim: true, bold: true };
  expect(withoutColors(style)).toEqual({ bold: true });
});
