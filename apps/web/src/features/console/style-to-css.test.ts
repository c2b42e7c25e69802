import { expect, test } from 'vitest';
import { backgrounds, expectReadable, foregrounds, inTheme } from '../../testing/color-pairs.ts';
import type { Style } from './ansi-style.ts';
import { styleToCss, withoutColors } from './style-to-css.ts';

/** The first colours of a list, which are special, and eight of the others. */
const sample = (codes: string[]) =>
  codes.filter((_, index) => index < 8 || index % Math.ceil(codes.length / 8) === 0);

test('every colour is readable on sampled backgrounds, in both themes', () => {
  for (const background of sample(backgrounds)) {
    for (const foreground of foregrounds) expectReadable(foreground, background);
  }
});

test('sampled colours are readable on every background, in both themes', () => {
  for (const foreground of sample(foregrounds)) {
    for (const background of backgrounds) expectReadable(foreground, background);
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
