import { expect, it } from 'vitest';
import { readTerminalText } from './terminal-text.ts';

const esc = '\u001b';

it.each([
  [`abc${esc}[1Kd`, '   d'],
  [`abc${esc}[2Kd`, '   d'],
  [`abc${esc}[1K${esc}[1Kd\rx${esc}[1Ky`, ' y d'],
  [`abc\rx${esc}[1K`, ' bc'],
  [`abc\rx${esc}[1K\ryz${esc}[1K`, '  c'],
  [`abc\rx${esc}[K`, 'x'],
])('returns the text that a terminal shows for %j', (line, expected) => {
  expect(readTerminalText(line)).toBe(expected);
});

it('erases a long line only once, however many erase sequences it has', () => {
  const count = 1_000_000;
  const shown = readTerminalText(`${'x'.repeat(count)}${`${esc}[1K`.repeat(count)}y`);
  expect(shown).toBe(`${' '.repeat(count)}y`);
});
