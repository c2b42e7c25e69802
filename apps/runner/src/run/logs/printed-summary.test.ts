import { expect, it } from 'vitest';
import { PrintedSummary } from './printed-summary.ts';

function read(...lines: string[]): string | undefined {
  const printed = new PrintedSummary();
  for (const line of lines) printed.read(`${line}\n`);
  return printed.text;
}

it.each([
  ['has no summary without markers', ['a', 'b'], undefined],
  [
    'collects the text between the markers',
    ['a', '::summary::', '# One', '', 'b', '::endsummary::', 'c'],
    '# One\n\nb\n',
  ],
  [
    'keeps the last of several summaries',
    ['::summary::', 'a', '::endsummary::', '::summary::', 'b', '::endsummary::'],
    'b\n',
  ],
  ['has no summary without the end marker', ['::summary::', 'a'], undefined],
  [
    'starts over at a second start marker',
    ['::summary::', 'a', '::summary::', 'b', '::endsummary::'],
    'b\n',
  ],
  [
    'accepts markers with spaces and carriage returns',
    [' ::summary:: \r', 'a', '::endsummary::\r'],
    'a\n',
  ],
])('%s', (_, lines, text) => {
  expect(read(...lines)).toBe(text);
});

it('limits the length of a summary', () => {
  const long = Array.from({ length: 5000 }, () => 'x'.repeat(1000));
  expect(read('::summary::', ...long, '::endsummary::')?.length).toBeLessThan(1_100_000);
});
