import { expect, it } from 'vitest';
import { PrintedSummary } from './printed-summary.ts';

function read(...lines: string[]): string | undefined {
  const printed = new PrintedSummary();
  for (const line of lines) printed.see(`${line}\n`);
  return printed.text;
}

it.each([
  ['nothing', ['a', 'b'], undefined],
  [
    'what is between the marks',
    ['a', '::summary::', '# One', '', 'b', '::endsummary::', 'c'],
    '# One\n\nb\n',
  ],
  [
    'the last of several',
    ['::summary::', 'a', '::endsummary::', '::summary::', 'b', '::endsummary::'],
    'b\n',
  ],
  ['none without its end marker', ['::summary::', 'a'], undefined],
  ['a summary that starts over', ['::summary::', 'a', '::summary::', 'b', '::endsummary::'], 'b\n'],
  ['marks with blanks and carriage returns', [' ::summary:: \r', 'a', '::endsummary::\r'], 'a\n'],
])('%s', (_, lines, text) => {
  expect(read(...lines)).toBe(text);
});

it('collects no more than the server accepts', () => {
  const long = Array.from({ length: 5000 }, () => 'x'.repeat(1000));
  expect(read('::summary::', ...long, '::endsummary::')?.length).toBeLessThan(1_100_000);
});
