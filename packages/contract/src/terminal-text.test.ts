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
  ['abc\b\bX', 'aXc'],
  ['pass\b\b\b\b\b\bfail', 'fail'],
  ['12%\b\b\b34%\b\b\b\r\n', '34%'],
  ['_\bb_\bo_\bl_\bd', 'bold'],
  ['ab \b\b \b', 'a  '],
  ['漢字\b\bx', '漢x '],
  ['漢字\rx', 'x 字'],
  ['漢字\b\b\b!', ' !字'],
  ['💥!\b\b\bok', 'ok!'],
  ['💥!\rx', 'x !'],
  ['a\tb\rcd', 'cd      b'],
  [`abc${esc}[2DX`, 'aXc'],
  [`a${esc}[3Cb`, 'a   b'],
  [`abc${esc}[2GX`, 'aXc'],
  [`a${esc}[999999999Cb`, `a${' '.repeat(499)}b`],
  ['a\u202egnp.exe\u202c b\u2066c\u2069', 'agnp.exe bc'],
])('returns the text that a terminal shows for %j', (line, expected) => {
  expect(readTerminalText(line)).toBe(expected);
});

it('erases a long line only once, however many erase sequences it has', () => {
  const count = 1_000_000;
  const shown = readTerminalText(`${'x'.repeat(count)}${`${esc}[1K`.repeat(count)}y`);
  expect(shown).toBe(`${' '.repeat(count)}y`);
});

it('prints hostile lines in time that grows with their length only', () => {
  const count = 200_000;
  const texts = [
    `${'x'.repeat(count)}${'\b'.repeat(count)}`,
    `${esc}[500Cx\r${esc}[K`.repeat(count / 10),
    `${'\t'.repeat(count)}\rx`,
    `x${`${esc}[2K${esc}[1K\b`.repeat(count)}`,
  ];
  for (const text of texts) expect(readTerminalText(text).length).toBeLessThan(10 * count);
});
