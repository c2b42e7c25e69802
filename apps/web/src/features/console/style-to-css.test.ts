import { expect, test } from 'vitest';
import type { Style } from './ansi-style.ts';
import { styleToCss, withoutColors } from './style-to-css.ts';

test.each<[string, Style, string | undefined, string | undefined]>([
  ['a colour', { color: 'var(--term-1)' }, 'var(--term-1)', undefined],
  [
    'white on red',
    { color: 'var(--term-15)', background: 'var(--term-bg-1)' },
    'var(--term-on-deep)',
    'var(--term-bg-1)',
  ],
  [
    'black on green',
    { color: 'var(--term-0)', background: 'var(--term-bg-2)' },
    'var(--term-on-deep)',
    'var(--term-bg-2)',
  ],
  [
    'plain on white',
    { background: 'var(--term-bg-15)' },
    'var(--term-on-light)',
    'var(--term-bg-15)',
  ],
  ['plain on a true colour', { background: 'rgb(1 2 3)' }, undefined, 'rgb(1 2 3)'],
  ['inverse', { inverse: true }, 'var(--term-surface)', 'var(--term-text)'],
  [
    'inverse red',
    { inverse: true, color: 'var(--term-1)' },
    'var(--term-surface)',
    'var(--term-1)',
  ],
])('%s', (_, style, color, background) => {
  expect(styleToCss(style)).toMatchObject({ color, background });
});

test('unstyled text needs no style', () => {
  expect(styleToCss({})).toBeUndefined();
});

test('what is found stands on a colour of its own, and keeps its weight', () => {
  const style = { color: 'red', background: 'blue', inverse: true, dim: true, bold: true };
  expect(withoutColors(style)).toEqual({ bold: true });
});
