import { expect, it } from 'vitest';
import { findFirstError } from './find-first-error.ts';
import { commandLineTools } from './first-error-logs/command-line-tools.ts';
import { compiledLanguages } from './first-error-logs/compiled-languages.ts';
import { interpretedLanguages } from './first-error-logs/interpreted-languages.ts';
import { javascript } from './first-error-logs/javascript.ts';

const lines = (...texts: string[]) => texts.map((out, at) => ({ pos: 7 + at, out, time: 0 }));

it.each([
  [
    'finds the first failure',
    lines('ok\n', '\x1b[31merror:\x1b[0m one\n', 'error: two\n'),
    8,
    'error: one',
  ],
  ['finds the last line with text if there is no failure', lines('a\n', ' b \n', '\n'), 8, 'b'],
  ['truncates a long line', lines(`error: ${'x'.repeat(900)}`), 7, `error: ${'x'.repeat(293)}`],
])('%s', (_, log, line, text) => {
  expect(findFirstError(log)).toEqual({ line, text });
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
