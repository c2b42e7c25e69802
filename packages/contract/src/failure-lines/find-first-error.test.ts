import { expect, it } from 'vitest';
import { commandLineTools } from '../../testing/first-error-logs/command-line-tools.ts';
import { compiledLanguages } from '../../testing/first-error-logs/compiled-languages.ts';
import { interpretedLanguages } from '../../testing/first-error-logs/interpreted-languages.ts';
import { javascript } from '../../testing/first-error-logs/javascript.ts';
import { ErrorFinder, maxErrorLength } from './error-finder.ts';
import { findFirstError } from './find-first-error.ts';

const lines = (...texts: string[]) => texts.map((out, at) => ({ pos: 7 + at, out, time: 0 }));
const green = Array.from({ length: 30 }, (_, at) => `✓ test ${at}\n`);

it.each([
  [
    'finds the first failure',
    lines('ok\n', '\x1b[31merror:\x1b[0m one\n', 'error: two\n'),
    { line: 8, text: 'error: one', kind: 'error' },
  ],
  [
    'finds the last line with text if there is no failure',
    lines('a\n', ' b \n', '\n'),
    { line: 8, text: 'b', kind: 'last_line' },
  ],
  [
    'truncates a long line',
    lines(`error: ${'x'.repeat(900)}`),
    { line: 7, text: `error: ${'x'.repeat(293)}`, kind: 'error' },
  ],
  [
    'finds a command that printed nothing, after one that succeeded',
    lines('+ npm test\n', ...green, '+ grep -q needle log.txt\n', '\n'),
    { line: 38, text: 'grep -q needle log.txt', kind: 'command' },
  ],
  [
    'finds a command that printed nothing, after one whose errors were expected',
    lines('+ npm test\n', 'Error: rejects a wrong password\n', '+ grep -q needle log.txt\n'),
    { line: 9, text: 'grep -q needle log.txt', kind: 'command' },
  ],
  [
    'finds the start of a command with several lines',
    lines('ok\n', "+ node -e '\n", "process.exit(1)'\n"),
    { line: 8, text: "node -e '", kind: 'command' },
  ],
  [
    'finds the first failure before a command that passes on its result',
    lines('+ make\n', 'error: one\n', '+ exit 2\n'),
    { line: 8, text: 'error: one', kind: 'error' },
  ],
  [
    'finds the only command of a log without output',
    lines('+ false\n'),
    { line: 7, text: 'false', kind: 'command' },
  ],
])('%s', (_, log, found) => {
  expect(findFirstError(log)).toEqual(found);
});

it('finds nothing in a log without text', () => {
  expect(findFirstError(lines('\n', ' \n'))).toBeUndefined();
});

it.each([...compiledLanguages, ...javascript, ...interpretedLanguages, ...commandLineTools])(
  'finds the line of $tool that a person would identify as the error',
  ({ log, line }) => {
    const found = findFirstError(lines(...log.split(/(?<=\n)/)));
    expect(found?.text).toBe(line);
  },
);

it('lists errors up to a limit, each once', () => {
  const finder = new ErrorFinder(3);
  const log = [
    'error: one',
    'Traceback (most recent call last):',
    '  File "mill.py", line 1',
    'ValueError: two',
    'error: three',
    'error: four',
  ];
  for (const [line, text] of log.entries()) finder.add({ line, text });
  expect(finder.list().map(({ line }) => line)).toEqual([0, 3, 4]);
});

it.each([
  ['an error', ['error: #']],
  ['the end of a traceback', ['Traceback (most recent call last):', 'Broken: #']],
  ['a command', ['+ run #']],
  ['the last line', ['#']],
])('cuts %s where it is found', (_, texts) => {
  const finder = new ErrorFinder(200);
  for (let line = 0; line < 40; line++) {
    const long = 'x'.repeat(texts[0]?.startsWith('error') ? 9000 : 100_000);
    for (const text of texts) finder.add({ line, text: text.replace('#', long) });
  }
  const lengths = finder.list().map(({ text }) => text.length);
  expect(lengths.length).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBe(maxErrorLength);
});
