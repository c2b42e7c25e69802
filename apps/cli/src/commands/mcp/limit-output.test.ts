import { expect, it } from 'vitest';
import { fitJson, formatLines, maxCharacters } from './limit-output.ts';

const linesOf = (count: number, text: string) =>
  Array.from({ length: count }, (_, pos) => ({ pos, text }));

it('numbers the lines', () => {
  expect(formatLines(linesOf(2, 'a'), false)).toBe('0 a\n1 a');
  expect(formatLines([], true)).toBe('');
});

it('cuts long lines', () => {
  expect(formatLines(linesOf(1, 'x'.repeat(2500)), true)).toBe(
    `0 ${'x'.repeat(2000)}… (500 more characters)`,
  );
  expect(formatLines(linesOf(1, `x${'😀'.repeat(2500)}`), true).isWellFormed()).toBe(true);
});

it('leaves out lines that do not fit, and says which', () => {
  const lines = linesOf(500, 'x'.repeat(990));
  const first = formatLines(lines, false);
  expect(first).toMatch(/^0 x.*\n49 x+\n\(left out: lines from 50 on\)$/s);
  const last = formatLines(lines, true);
  expect(last).toMatch(/^\(left out: lines up to 449\)\n450 x.*\n499 x+$/s);
  expect(Math.max(first.length, last.length)).toBeLessThan(maxCharacters + 100);
});

it('takes the most detailed value that fits', () => {
  const large = () => 'x'.repeat(maxCharacters);
  expect(fitJson(() => 'a', large)).toBe('"a"');
  expect(fitJson(large, () => 'b')).toBe('"b"');
});
